import { randomUUID } from 'node:crypto';
import { createRequire } from 'node:module';
import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
import {
  earlierVersions,
  type RecordedRead,
  readFixture,
  unchangedReads,
} from '../../earlier-version.js';
import { send } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

interface RecordedMessage {
  readonly partition: number;
  readonly key: string | null;
  readonly value: string;
  readonly headers: Readonly<Record<string, string>>;
}

const PARTITIONS = 2;
const repository = new URL('../../../../../', `file://${__dirname}/`);

interface Recording {
  readonly messages: readonly RecordedMessage[];
  readonly recorded: readonly RecordedRead[];
}

/** Publishes the exact bytes of the messages. */
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
  describe.each(earlierVersions)('commit %s', (commit) => {
    const { messages, recorded }: Recording = JSON.parse(
      readFixture(commit, 'topic.json.gz').toString(),
    );
    const topic = `spans-${randomUUID()}`;
    const spanhouse = runSpanhouse({
      KAFKA_BROKERS: brokers,
      KAFKA_TOPIC: topic,
      KAFKA_GROUP_ID: topic,
      KAFKA_PARTITIONS: String(PARTITIONS),
      TOKEN_SECRET: 'a-secret-of-32-bytes-for-this-test',
    });

    async function isStored(): Promise<boolean> {
      const { body } = await send(`${spanhouse.url}/metrics`);
      const lag = [...body.matchAll(/^spanhouse_consumer_lag_records\{.*\} (\d+)$/gm)];
      const received = /^spanhouse_consumer_spans_received_total (\d+)$/m.exec(body);
      const isCaughtUp = lag.length === PARTITIONS && lag.every(([, records]) => records === '0');
      return isCaughtUp && Number(received?.[1]) > 0;
    }

    beforeAll(async () => {
      await publish(brokers, topic, messages);
      await waitUntil('the consumer has stored every message', isStored);
    });

    it.each(unchangedReads(commit, recorded))(
      'is stored so that reads answer as in the earlier version: %s',
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
