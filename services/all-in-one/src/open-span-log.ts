import type { DeadLetterReader } from '@spanhouse/span-log/dead-letter-reader';
import type { DeadLetterSink } from '@spanhouse/span-log/dead-letters';
import { openEmbeddedSpanLog } from '@spanhouse/span-log/embedded';
import type { KafkaConfig } from '@spanhouse/span-log/kafka-config';
import { createKafkaDeadLetterReader } from '@spanhouse/span-log/kafka-dead-letter-reader';
import { createKafkaDeadLetterSink } from '@spanhouse/span-log/kafka-dead-letters';
import { createKafkaLogWatch } from '@spanhouse/span-log/kafka-log-watch';
import { createKafkaCommittedOffsets } from '@spanhouse/span-log/kafka-offsets';
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import {
  createKafkaSpanSubscription,
  type StoredPositions,
} from '@spanhouse/span-log/kafka-subscription';
import { ensureTopics } from '@spanhouse/span-log/kafka-topics';
import { createLogReport } from '@spanhouse/span-log/log-report';
import { createLogSpaceReport } from '@spanhouse/span-log/log-space-report';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import type { SpanSubscription } from '@spanhouse/span-log/subscription';
import type { Surroundings } from './data-directory.js';
import { registerEmbeddedLogMetrics } from './metrics.js';

const DAY_MS = 86_400_000;

/** All interfaces to one log. The lifecycle closes all of them except the subscription, which the consumer closes. */
export interface SpanLog {
  readonly publisher: SpanPublisher;
  readonly subscription: SpanSubscription;
  readonly offsets: CommittedOffsets;
  readonly deadLetters: DeadLetterSink;
  readonly letters: DeadLetterReader;
  /** The latest receive time in an embedded log. Receive times that a later process assigns must be greater. */
  readonly latestReceipt?: bigint;
}

export interface OpenSpanLogOptions extends Surroundings {
  /** Returns a generation for a newly created log. It is above the generation of every stored row. */
  readonly generationForNewLog: () => Promise<number>;
  /**
   * The positions that are stored in ClickHouse. With Kafka, the consumer starts at these positions if the group has no
   * committed offset.
   */
  readonly storedPositions: StoredPositions;
  /** Minimum generation of an embedded log. A log with an earlier generation is replaced by a new one. */
  readonly minGeneration?: number | undefined;
}

/**
 * Opens the log in Kafka if KAFKA_BROKERS is set, otherwise the LMDB log in the data directory. Creates missing topics
 * or a missing LMDB file.
 */
export async function openSpanLog(options: OpenSpanLogOptions): Promise<SpanLog> {
  const { KAFKA_BROKERS: brokers } = options.config;
  return brokers === undefined
    ? await openEmbedded(options)
    : await openKafka({ ...options.config, KAFKA_BROKERS: brokers }, options);
}

async function openEmbedded(options: OpenSpanLogOptions): Promise<SpanLog> {
  const { config, logPath, lifecycle, registry, clock, logger, generationForNewLog } = options;
  const limits = { maxBytes: config.LOG_MAX_BYTES, minFreeBytes: config.LOG_MIN_FREE_BYTES };
  const log = await openEmbeddedSpanLog({
    ...limits,
    path: logPath,
    partitions: config.LOG_PARTITIONS,
    maxInFlightBytes: config.LOG_MAX_IN_FLIGHT_BYTES,
    deadLetters: {
      maxBytes: config.LOG_DEAD_LETTER_MAX_BYTES,
      maxAgeMs: config.LOG_DEAD_LETTER_MAX_AGE_DAYS * DAY_MS,
    },
    generationForNewLog,
    minGeneration: options.minGeneration,
    clock,
    logger,
  });
  lifecycle.onClose('span log', () => log.close());
  registerEmbeddedLogMetrics(registry, log, limits);
  return { ...log, letters: log.deadLetters };
}

async function openKafka(config: KafkaConfig, options: OpenSpanLogOptions): Promise<SpanLog> {
  const { lifecycle, registry, clock, logger, generationForNewLog, storedPositions } = options;
  const kafka = { config, clock, logger };
  const report = createLogReport(options);
  await ensureTopics({ ...kafka, generationForNewLog });
  const publisher = await createKafkaSpanPublisher({
    ...kafka,
    onSpace: createLogSpaceReport(registry),
  });
  lifecycle.onClose('publisher', () => publisher.close());
  const offsets = await createKafkaCommittedOffsets({ ...kafka, storedPositions });
  lifecycle.onClose('committed offsets', () => offsets.close());
  const deadLetters = await createKafkaDeadLetterSink(kafka);
  lifecycle.onClose('dead letters', () => deadLetters.close());
  const letters = createKafkaDeadLetterReader(kafka);
  lifecycle.onClose('reader of dead letters', () => letters.close());
  const watch = await createKafkaLogWatch({ ...kafka, report });
  lifecycle.onClose('log watch', () => watch.close());
  return {
    publisher,
    offsets,
    deadLetters,
    letters,
    subscription: await createKafkaSpanSubscription({ ...kafka, storedPositions, report }),
  };
}
