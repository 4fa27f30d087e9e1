import type { Clock, Lifecycle, Logger, Registry } from '@spanhouse/service-runtime';
import type { DeadLetterSink } from '@spanhouse/span-log/dead-letters';
import { openEmbeddedSpanLog } from '@spanhouse/span-log/embedded';
import type { KafkaConfig } from '@spanhouse/span-log/kafka-config';
import { createKafkaDeadLetterSink } from '@spanhouse/span-log/kafka-dead-letters';
import { createKafkaCommittedOffsets } from '@spanhouse/span-log/kafka-offsets';
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import { createKafkaSpanSubscription } from '@spanhouse/span-log/kafka-subscription';
import { ensureTopics } from '@spanhouse/span-log/kafka-topics';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import type { SpanSubscription } from '@spanhouse/span-log/subscription';
import type { AllInOneConfig } from './config.js';
import { registerEmbeddedLogMetrics } from './metrics.js';

/** Every side of one log. */
export interface SpanLog {
  readonly publisher: SpanPublisher;
  readonly subscription: SpanSubscription;
  readonly offsets: CommittedOffsets;
  readonly deadLetters: DeadLetterSink;
}

export interface OpenSpanLogOptions {
  readonly config: AllInOneConfig;
  readonly logPath: string;
  readonly generationForNewLog: () => Promise<number>;
  readonly lifecycle: Pick<Lifecycle, 'onClose'>;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Kafka where KAFKA_BROKERS names one, else the LMDB log in the data directory. */
export async function openSpanLog(options: OpenSpanLogOptions): Promise<SpanLog> {
  const { KAFKA_BROKERS: brokers } = options.config;
  if (brokers === undefined) return await openEmbedded(options);
  return await openKafka({ ...options.config, KAFKA_BROKERS: brokers }, options);
}

async function openEmbedded(options: OpenSpanLogOptions): Promise<SpanLog> {
  const { config, logPath, lifecycle, registry } = options;
  const log = await openEmbeddedSpanLog({
    path: logPath,
    partitions: config.LOG_PARTITIONS,
    maxBytes: config.LOG_MAX_BYTES,
    minFreeBytes: config.LOG_MIN_FREE_BYTES,
    maxInFlightBytes: config.LOG_MAX_IN_FLIGHT_BYTES,
    generationForNewLog: options.generationForNewLog,
    clock: options.clock,
    logger: options.logger,
  });
  lifecycle.onClose('span log', () => log.close());
  registerEmbeddedLogMetrics(registry, log, {
    maxBytes: config.LOG_MAX_BYTES,
    minFreeBytes: config.LOG_MIN_FREE_BYTES,
  });
  return log;
}

async function openKafka(config: KafkaConfig, options: OpenSpanLogOptions): Promise<SpanLog> {
  const { lifecycle, clock, logger, generationForNewLog } = options;
  const kafka = { config, clock, logger };
  await ensureTopics({ ...kafka, generationForNewLog });
  const publisher = await createKafkaSpanPublisher(kafka);
  lifecycle.onClose('publisher', () => publisher.close());
  const offsets = await createKafkaCommittedOffsets(kafka);
  lifecycle.onClose('committed offsets', () => offsets.close());
  const deadLetters = await createKafkaDeadLetterSink(kafka);
  lifecycle.onClose('dead letters', () => deadLetters.close());
  return {
    publisher,
    offsets,
    deadLetters,
    subscription: await createKafkaSpanSubscription(kafka),
  };
}
