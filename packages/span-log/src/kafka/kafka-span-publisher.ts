import { AppError } from '@spanhouse/service-runtime';
import type { LogSpace } from '../log-space-report.js';
import { BoundedPublisher, type RecordWriter, retryable } from '../messages/bounded-publisher.js';
import { toMessage } from '../messages/log-record.js';
import { frameBytesBound } from '../messages/span-frame.js';
import type { LogRecord, PublishOutcome, SpanPublisher } from '../span-publisher.js';
import type { KafkaOptions } from './client/kafka-client.js';
import { countPartitions, readIdentity, withAdmin } from './kafka-topics.js';
import { connectSender, type KafkaSender } from './sending/kafka-sender.js';
import type { OutgoingMessage } from './sending/send-round.js';
import { readMessageLimit } from './topic-settings.js';
import { openUnreadBound, type UnreadBound } from './unread-bound.js';

export interface KafkaSpanPublisherOptions extends KafkaOptions {
  /** Receives the log's used bytes and their limit. Without this callback, KAFKA_MAX_UNREAD_BYTES does not apply. */
  readonly onSpace?: (space: LogSpace) => void;
}

/**
 * Connects a publisher that writes with acks=all through an idempotent producer.
 * Rejects with a retryable AppError while Kafka is unavailable or the topics do not exist. During a later outage, every
 * publish resolves with `retryable`.
 */
export async function createKafkaSpanPublisher(
  options: KafkaSpanPublisherOptions,
): Promise<SpanPublisher> {
  const { config } = options;
  const facts = await readTopicFacts(options);
  const sender = await connectSender(options, config.KAFKA_TOPIC, {
    partitionBytes: facts.maxMessageBytes - BATCH_OVERHEAD_BYTES,
    roundBytes: MAX_ROUND_BYTES,
  });
  const bound = await boundOf(options);
  return new BoundedPublisher({
    logId: facts.logId,
    partitionCount: facts.partitionCount,
    maxRecordBytes: largestRows(facts.maxMessageBytes),
    maxInFlightBytes: config.KAFKA_MAX_IN_FLIGHT_BYTES,
    writer: new KafkaRecordWriter(sender, bound),
  });
}

async function boundOf({ onSpace, ...kafka }: KafkaSpanPublisherOptions) {
  const isBounded = onSpace !== undefined && kafka.config.KAFKA_MAX_UNREAD_BYTES > 0;
  return isBounded ? await openUnreadBound({ ...kafka, onSpace }) : undefined;
}

/** Maximum size of a request: half of the broker's default for socket.request.max.bytes. */
const MAX_ROUND_BYTES = 50 * 1024 * 1024;

/** Upper bound on the size of a record batch without its records. */
const BATCH_OVERHEAD_BYTES = 128;

/**
 * Upper bound on the size of a record without its value; it covers the headers, the length fields and the request id.
 */
const RECORD_OVERHEAD_BYTES = 4096;

/** Typical size of a message's headers in Kafka. */
const HEADERS_BYTES = 300;

function readTopicFacts(options: KafkaOptions) {
  const { config, logger } = options;
  const topic = config.KAFKA_TOPIC;
  return withAdmin(options, async (admin) => {
    const { logId, partitionCount } = await readIdentity(admin, options);
    const partitions = await countPartitions(admin, topic);
    if (partitions < partitionCount) {
      throw topicRecreated(topic, { partitions, partitionCount });
    }
    if (partitions > partitionCount) {
      const facts = { topic, partitions, used: partitionCount };
      logger.warn(facts, 'partitions added to the topic are not used');
    }
    const allowedBytes = config.KAFKA_MAX_MESSAGE_BYTES;
    const maxMessageBytes = await readMessageLimit(admin, topic, allowedBytes);
    return { logId, partitionCount, maxMessageBytes };
  });
}

/**
 * Returns the error for a topic that now has fewer partitions. Kafka can only add partitions, so the topic must have
 * been created again under the same name.
 */
function topicRecreated(
  topic: string,
  { partitions, partitionCount }: { partitions: number; partitionCount: number },
): AppError {
  return new AppError(
    'LOG_NOT_PREPARED',
    `the topic ${topic} has ${partitions} of the ${partitionCount} partitions of its log, so it was created again by hand: delete it and run schema-migrator`,
    { retryable: true },
  );
}

/**
 * Compresses all records of a publish in parallel, then queues their messages together, in the order of the records.
 */
class KafkaRecordWriter implements RecordWriter {
  readonly #sender: KafkaSender;
  readonly #bound: UnreadBound | undefined;

  constructor(sender: KafkaSender, bound: UnreadBound | undefined) {
    this.#sender = sender;
    this.#bound = bound;
  }

  get outage(): string | undefined {
    return this.#sender.outage?.message;
  }

  async write(records: readonly LogRecord[]): Promise<PublishOutcome> {
    const refusal = this.#bound?.refusal();
    if (refusal !== undefined) {
      return { ...retryable(refusal), limit: 'no_room' };
    }
    const messages = await Promise.all(records.map(toOutgoing));
    // The messages are queued in order and in one turn of the event loop, after the last frame is ready.
    const sent = messages.map((message) =>
      this.#sender.send(message, (message.value?.length ?? 0) + RECORD_OVERHEAD_BYTES),
    );
    const settled = await Promise.allSettled(sent);
    const positions = settled.map((outcome, at) => {
      if (outcome.status === 'rejected') {
        throw outcome.reason;
      }
      this.#bound?.sent((messages[at]?.value?.length ?? 0) + HEADERS_BYTES);
      return { partition: records[at]?.partition ?? 0, offset: outcome.value };
    });
    return { status: 'published', positions };
  }

  async close(): Promise<void> {
    await this.#bound?.close();
    await this.#sender.close();
  }
}

/** Returns the maximum size of rows whose message fits even if the rows cannot be compressed. */
function largestRows(maxMessageBytes: number): number {
  const room = maxMessageBytes - BATCH_OVERHEAD_BYTES - RECORD_OVERHEAD_BYTES;
  const excess = frameBytesBound(room) - room;
  return room - excess;
}

async function toOutgoing(record: LogRecord): Promise<OutgoingMessage['message']> {
  return { partition: record.partition, ...(await toMessage(record)) };
}
