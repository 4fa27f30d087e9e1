import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import type { Admin, Producer } from 'kafkajs';
import type { KafkaConfig } from '../kafka-config.js';
import { bytesOf, toMessage } from '../log-record.js';
import { reasonOf } from '../reason-of.js';
import { frameBytesBound } from '../span-frame.js';
import type { LogRecord, PublishOutcome, SpanPublisher } from '../span-publisher.js';
import { createKafkaClient } from './kafka-client.js';
import { toLogUnavailable } from './kafka-error.js';
import { KafkaSender } from './kafka-sender.js';
import { countPartitions, readIdentity } from './kafka-topics.js';
import type { OutgoingMessage } from './send-round.js';

export interface KafkaPublisherOptions {
  readonly config: KafkaConfig;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * A publisher with acks=all through an idempotent producer.
 *
 * Rejects with a retryable AppError while Kafka is away or the topics are not made. Once it is
 * there, an outage is `retryable` at every publish until Kafka answers again.
 */
export const createKafkaSpanPublisher = async (
  options: KafkaPublisherOptions,
): Promise<SpanPublisher> => {
  const { config, clock, logger } = options;
  const kafka = createKafkaClient(config, logger);
  const facts = await readTopicFacts(kafka.admin(), options);
  const sender = new KafkaSender({
    topic: config.KAFKA_TOPIC,
    createProducer: (): Producer =>
      kafka.producer({
        idempotent: true,
        allowAutoTopicCreation: false,
        createPartitioner:
          () =>
          ({ message }) =>
            message.partition ?? 0,
      }),
    limits: {
      partitionBytes: facts.maxMessageBytes - batchOverheadBytes,
      roundBytes: maxRoundBytes,
    },
    roundTimeoutMs: config.KAFKA_PUBLISH_TIMEOUT_MS,
    requestTimeoutMs: config.KAFKA_REQUEST_TIMEOUT_MS,
    clock,
    logger,
  });
  await sender.connect();
  return new KafkaSpanPublisher({
    ...facts,
    sender,
    maxInFlightBytes: config.KAFKA_MAX_IN_FLIGHT_BYTES,
  });
};

/** Half of the broker's default for socket.request.max.bytes. */
const maxRoundBytes = 50 * 1024 * 1024;

/** Of a record batch around its records. */
const batchOverheadBytes = 128;

/** Of a record around its headers and value: varints, names, the request id. */
const recordOverheadBytes = 4096;

interface TopicFacts {
  readonly logId: string;
  readonly partitionCount: number;
  readonly maxMessageBytes: number;
}

const readTopicFacts = async (
  admin: Admin,
  { config, logger }: KafkaPublisherOptions,
): Promise<TopicFacts> => {
  const topic = config.KAFKA_TOPIC;
  try {
    await admin.connect();
    const { logId, partitionCount } = await readIdentity(admin, topic);
    const partitions = await countPartitions(admin, topic);
    if (partitions < partitionCount) throw madeAnew(topic, { partitions, partitionCount });
    if (partitions > partitionCount) {
      const facts = { topic, partitions, used: partitionCount };
      logger.warn(facts, 'partitions that were added to the topic are not used');
    }
    const { resources } = await admin.describeConfigs({
      includeSynonyms: false,
      resources: [{ type: topicResource, name: topic, configNames: ['max.message.bytes'] }],
    });
    const topicLimit = Number(resources[0]?.configEntries[0]?.configValue);
    return {
      logId,
      partitionCount,
      maxMessageBytes: Math.min(
        config.KAFKA_MAX_MESSAGE_BYTES,
        topicLimit || Number.POSITIVE_INFINITY,
      ),
    };
  } catch (error) {
    throw toLogUnavailable(error, `Kafka at ${config.KAFKA_BROKERS.join(', ')} does not answer`);
  } finally {
    await admin.disconnect();
  }
};

/** Kafka adds partitions and never takes any away. */
const madeAnew = (
  topic: string,
  { partitions, partitionCount }: { partitions: number; partitionCount: number },
): AppError =>
  new AppError(
    'LOG_NOT_PREPARED',
    `the topic ${topic} has ${partitions} of the ${partitionCount} partitions of its log, so it was made anew by hand: delete it and run schema-migrator`,
    { retryable: true },
  );

/** ConfigResourceTypes.TOPIC, which kafkajs does not export to ES modules. */
const topicResource = 2;

interface KafkaPublisherParts extends TopicFacts {
  readonly sender: KafkaSender;
  readonly maxInFlightBytes: number;
}

class KafkaSpanPublisher implements SpanPublisher {
  readonly partitionCount: number;
  readonly maxRecordBytes: number;
  readonly logId: string;
  readonly maxInFlightBytes: number;
  readonly #sender: KafkaSender;
  readonly #publishing = new Set<Promise<unknown>>();
  #inFlightBytes = 0;
  #isClosed = false;

  constructor(parts: KafkaPublisherParts) {
    this.partitionCount = parts.partitionCount;
    this.maxRecordBytes = largestRows(parts.maxMessageBytes);
    this.logId = parts.logId;
    this.#sender = parts.sender;
    this.maxInFlightBytes = parts.maxInFlightBytes;
  }

  get inFlightBytes(): number {
    return this.#inFlightBytes;
  }

  async publish(records: readonly LogRecord[]): Promise<PublishOutcome> {
    const refused = this.#refuse(records);
    if (refused !== undefined) return refused;
    const bytes = records.reduce((sum, record) => sum + bytesOf(record), 0);
    if (this.#inFlightBytes + bytes > this.maxInFlightBytes) {
      return { ...retryable('the span log is busy: too many bytes are in flight'), limit: 'busy' };
    }
    this.#inFlightBytes += bytes;
    const publishing = this.#send(records);
    this.#publishing.add(publishing);
    try {
      return await publishing;
    } catch (error) {
      return retryable(reasonOf(error));
    } finally {
      this.#publishing.delete(publishing);
      this.#inFlightBytes -= bytes;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#publishing);
    await this.#sender.close();
  }

  #refuse(records: readonly LogRecord[]): PublishOutcome | undefined {
    if (this.#isClosed) return retryable('the span log is closed');
    if (this.#sender.outage !== undefined) return retryable(this.#sender.outage.message);
    const tooLarge = records.find((record) => bytesOf(record) > this.maxRecordBytes);
    if (tooLarge !== undefined) {
      const reason = `a record has ${bytesOf(tooLarge)} bytes, at most ${this.maxRecordBytes} are possible`;
      return { status: 'failed', reason };
    }
    const isKnown = (partition: number): boolean =>
      Number.isInteger(partition) && partition >= 0 && partition < this.partitionCount;
    const stray = records.find(({ partition }) => !isKnown(partition));
    return stray && { status: 'failed', reason: `the topic has no partition ${stray.partition}` };
  }

  async #send(records: readonly LogRecord[]): Promise<PublishOutcome> {
    const messages = await Promise.all(records.map(toOutgoing));
    // Queued together and in order, after the last frame is ready.
    const sent = messages.map((message) =>
      this.#sender.send(message, (message.value?.length ?? 0) + recordOverheadBytes),
    );
    const settled = await Promise.allSettled(sent);
    const positions = settled.map((outcome, at) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return { partition: records[at]?.partition ?? 0, offset: outcome.value };
    });
    return { status: 'published', positions };
  }
}

/** The largest rows whose frame and headers fit, should they not compress at all. */
const largestRows = (maxMessageBytes: number): number => {
  const room = maxMessageBytes - batchOverheadBytes - recordOverheadBytes;
  const excess = frameBytesBound(room) - room;
  return room - excess;
};

const toOutgoing = async (record: LogRecord): Promise<OutgoingMessage['message']> => ({
  partition: record.partition,
  ...(await toMessage(record)),
});

const retryable = (reason: string) =>
  ({ status: 'retryable', reason, retryAfterSeconds: 1 }) as const;
