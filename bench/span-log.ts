// Publishes and consumes through a span log and prints what a message costs the main thread.
//   node --conditions=@spanhouse/source --import tsx bench/span-log.ts [messages] [spans per message]
// Measures the embedded log, and also Kafka if KAFKA_BROKERS is set.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createLogger, loadConfig, systemClock } from '../packages/service-runtime/src/index.js';
import { openEmbeddedSpanLog } from '../packages/span-log/src/embedded/embedded-span-log.js';
import { createKafkaSpanPublisher } from '../packages/span-log/src/kafka/kafka-span-publisher.js';
import { createKafkaSpanSubscription } from '../packages/span-log/src/kafka/kafka-span-subscription.js';
import { ensureTopics } from '../packages/span-log/src/kafka/kafka-topics.js';
import { kafkaConfigFields } from '../packages/span-log/src/kafka-config.js';
import type { SpanPublisher, SpanRecord } from '../packages/span-log/src/span-publisher.js';
import type { SpanSubscription } from '../packages/span-log/src/span-subscription.js';

const [messages = 20_000, spansPerMessage = 100] = process.argv.slice(2).map(Number);
const concurrency = 16;
const spanBytes = 850;
const logger = createLogger({ level: 'warn', service: 'bench' });

/** Creates rows of which about a third is random words, as in real spans. */
const rows = Buffer.concat(
  Array.from({ length: spansPerMessage }, () =>
    Buffer.concat([
      randomBytes(spanBytes / 3),
      Buffer.alloc((2 * spanBytes) / 3, 'attribute-name '),
    ]),
  ),
);

function recordFor(partition: number): SpanRecord {
  return {
    partition,
    rows,
    spanCount: spansPerMessage,
    rowSchemaVersion: 1,
    projectId: '00000000-0000-0000-0000-000000000000',
    requestId: randomUUID(),
    receivedAt: systemClock.nowNs(),
  };
}

async function publishAll(publisher: SpanPublisher): Promise<void> {
  let next = 0;
  const run = async (): Promise<void> => {
    while (next < messages) {
      next += 1;
      const outcome = await publisher.publish([recordFor(next % publisher.partitionCount)]);
      if (outcome.status !== 'published') {
        throw new Error(outcome.reason);
      }
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
}

async function consumeAll(subscription: SpanSubscription): Promise<void> {
  let consumed = 0;
  await new Promise<void>((resolve, reject) => {
    subscription.failed.catch(reject);
    void subscription.start({
      onAssigned: () => Promise.resolve(),
      onLost: ({ end }) => Promise.reject(new Error(`messages before ${end} are lost`)),
      onMessages: async (delivered) => {
        consumed += delivered.length;
        const last = delivered.at(-1);
        if (last === undefined) {
          return;
        }
        const { partition, offset } = last;
        const outcome = await subscription.commit({ partition, offset: offset + 1, metadata: '' });
        if (outcome.status !== 'committed') {
          throw new Error(outcome.status);
        }
        if (consumed === messages) {
          resolve();
        }
      },
    });
  });
}

async function report(title: string, run: () => Promise<void>): Promise<void> {
  const threadBefore = process.threadCpuUsage();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await run();
  const seconds = (performance.now() - startedAt) / 1000;
  const thread = process.threadCpuUsage(threadBefore);
  const { user, system } = process.cpuUsage(cpuBefore);
  const facts = [
    `${Math.round(messages / seconds)} messages/s`,
    `${Math.round((messages * spansPerMessage) / seconds)} spans/s`,
    `${((thread.user + thread.system) / messages).toFixed(1)} µs of the main thread a message`,
    `${((user + system) / messages).toFixed(1)} µs of CPU a message`,
  ];
  process.stdout.write(`${title}: ${facts.join(', ')}\n`);
}

async function benchEmbedded(): Promise<void> {
  const path = mkdtempSync(join(tmpdir(), 'span-log-bench-'));
  const log = await openEmbeddedSpanLog({
    path,
    partitions: 4,
    maxBytes: 8 * 2 ** 30,
    minFreeBytes: 0,
    maxInFlightBytes: 64 * 2 ** 20,
    deadLetters: { maxBytes: 2 ** 20, maxAgeMs: 86_400_000 },
    generationForNewLog: () => Promise.resolve(1),
    clock: systemClock,
    logger,
  });
  await report('embedded publish', () => publishAll(log.publisher));
  await report('embedded consume', () => consumeAll(log.subscription));
  await log.close();
  rmSync(path, { recursive: true });
}

async function benchKafka(brokers: string): Promise<void> {
  const config = loadConfig(kafkaConfigFields, {
    KAFKA_BROKERS: brokers,
    KAFKA_TOPIC: `span-log-bench.${randomUUID()}`,
    KAFKA_GROUP_ID: randomUUID(),
  });
  const parts = { config, logger, clock: systemClock };
  await ensureTopics({ ...parts, generationForNewLog: () => Promise.resolve(1) });
  const publisher = await createKafkaSpanPublisher(parts);
  await report('kafka publish', () => publishAll(publisher));
  await publisher.close();
  const storedPositions = () => Promise.resolve(new Map());
  const subscription = await createKafkaSpanSubscription({
    ...parts,
    storedPositions,
    report: { offsetsExpired: () => undefined },
  });
  await report('kafka consume', () => consumeAll(subscription));
  await subscription.close();
}

await benchEmbedded();
const brokers = process.env['KAFKA_BROKERS'];
if (brokers !== undefined) {
  await benchKafka(brokers);
}
