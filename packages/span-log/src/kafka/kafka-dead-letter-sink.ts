import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { DeadLetter, DeadLetterSink } from '../dead-letter-sink.js';
import type { KafkaConfig } from '../kafka-config.js';
import { encodeDeadLetterHeaders } from '../messages/dead-letter-headers.js';
import { deadLetterTopicOf } from '../topics.js';
import { createKafkaClient } from './kafka-client.js';
import { KafkaSender } from './kafka-sender.js';

export interface KafkaDeadLetterOptions {
  readonly config: KafkaConfig;
  readonly clock: Clock;
  readonly logger: Logger;
}

const PARTITION = 0;
/** Upper bound of the headers and the key of a dead letter. */
const HEADER_BYTES = 16 * 1024;

/**
 * Connects to the dead-letter topic: one partition, one message for each dead letter. Rejects with a
 * retryable AppError while Kafka is unavailable.
 */
export async function createKafkaDeadLetterSink({
  config,
  clock,
  logger,
}: KafkaDeadLetterOptions): Promise<DeadLetterSink> {
  const kafka = createKafkaClient(config, logger);
  const sender = new KafkaSender({
    topic: deadLetterTopicOf(config.KAFKA_TOPIC),
    createProducer: () =>
      kafka.producer({
        idempotent: true,
        allowAutoTopicCreation: false,
        createPartitioner: () => () => PARTITION,
      }),
    limits: {
      partitionBytes: config.KAFKA_MAX_MESSAGE_BYTES,
      roundBytes: config.KAFKA_MAX_MESSAGE_BYTES,
    },
    roundTimeoutMs: config.KAFKA_PUBLISH_TIMEOUT_MS,
    requestTimeoutMs: config.KAFKA_REQUEST_TIMEOUT_MS,
    clock,
    logger,
  });
  await sender.connect();
  return {
    async put(letters) {
      await Promise.all(
        letters.map((letter) =>
          sender.send(toMessage(letter), letter.bytes.byteLength + HEADER_BYTES),
        ),
      );
    },
    close: () => sender.close(),
  };
}

function toMessage(letter: DeadLetter) {
  return {
    partition: PARTITION,
    key: `${letter.origin.partition}:${letter.origin.offset}:${letter.firstRow}`,
    value: Buffer.from(letter.bytes.buffer, letter.bytes.byteOffset, letter.bytes.byteLength),
    headers: encodeDeadLetterHeaders(letter),
  };
}
