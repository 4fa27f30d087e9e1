import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
import { type Json, send } from '../../http-client.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../processes/running-spanhouse.js';

interface RecordedMessage {
  readonly partition: number;
  readonly key: string | null;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

interface RecordedRead {
  readonly name: string;
  readonly method?: string;
  readonly path: string;
  readonly body?: Json;
  readonly status: number;
  readonly answer: Json;
}

const PARTITIONS = 2;
const repository = new URL('../../../../../', `file://${__dirname}/`);
const fixtures = new URL('../../fixtures/', `file://${__dirname}/`);

interface Recording {
  readonly messages: readonly RecordedMessage[];
  readonly recorded: readonly RecordedRead[];
}

function readRecording(commit: string): Recording {
  const file = readFileSync(new URL(`commit-${commit}/topic.json.gz`, fixtures));
  return JSON.parse(gunzipSync(file).toString());
}

/** Reads of 4b5aa47 whose answers have changed on purpose, with the reason. */
const changedOnPurpose: Readonly<Record<string, string>> = {
  'spans: by service version': 'the field service_version came with migration 9',
};

/** Publishes the messages byte for byte. */
async function publish(
  brokers: string,
  topic: string,
  messages: readonly RecordedMessage[],
): Promise<void> {
  const requireOfLog = createRequire(new URL('packages/span-log/package.json', repository));
  const { Kafka, logLevel } = requireOfLog('kafkajs');
  const producer = new Kafka({ brokers: [brokers], logLevel: logLevel.NOTHING }).producer();
  const bytes = (text: string) => Buffer.from(text, 'base64');
  await producer.connect();
  await producer.send({
    topic,
    acks: -1,
    messages: messages.map(({ partition, key, value, headers }) => ({
      partition,
      key: key === null ? null : bytes(key),
      value: bytes(value),
      headers: Object.fromEntries(
        Object.entries(headers).map(([name, text]) => [name, bytes(text)]),
      ),
    })),
  });
  await producer.disconnect();
}

describeWithBackend('a topic of an earlier version', 'KAFKA_BROKERS', (brokers) => {
  describe.each(['4b5aa47', '83bd59b8'])('commit %s', (commit) => {
    const { messages, recorded } = readRecording(commit);
    const topic = `spans-${randomUUID()}`;
    const dataDir = newDataDir();
    let spanhouse: RunningSpanhouse;

    async function isStored(): Promise<boolean> {
      const { body } = await send(`${spanhouse.url}/metrics`);
      const lag = [...body.matchAll(/^spanhouse_consumer_lag_records\{.*\} (\d+)$/gm)];
      const received = /^spanhouse_consumer_spans_received_total (\d+)$/m.exec(body);
      const isCaughtUp = lag.length === PARTITIONS && lag.every(([, records]) => records === '0');
      return isCaughtUp && Number(received?.[1]) > 0;
    }

    beforeAll(async () => {
      spanhouse = await startSpanhouse(dataDir, {
        KAFKA_BROKERS: brokers,
        KAFKA_TOPIC: topic,
        KAFKA_GROUP_ID: topic,
        KAFKA_PARTITIONS: String(PARTITIONS),
        TOKEN_SECRET: 'a-secret-of-32-bytes-for-this-test',
      });
      await publish(brokers, topic, messages);
      await waitUntil('the consumer has stored every message', isStored);
    });
    afterAll(async () => {
      await spanhouse.stop();
      rmSync(dataDir, { recursive: true, force: true });
    });

    const unchanged = recorded.filter(
      ({ name }) => commit !== '4b5aa47' || changedOnPurpose[name] === undefined,
    );
    it.each(unchanged.map((request) => [request.name, request] as const))(
      'is stored so that reads answer as they did then: %s',
      async (_, { method = 'GET', path, body, status, answer }) => {
        const found = await send(`${spanhouse.url}${path}`, {
          method,
          headers: { 'content-type': 'application/json' },
          ...(body !== undefined && { body: JSON.stringify(body) }),
        });

        expect({ status: found.status, answer: found.body }).toEqual({ status, answer });
      },
    );
  });
});
