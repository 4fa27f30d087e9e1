import type { DeadLetter, DeadLetterSink } from '../dead-letter-sink.js';
import { encodeDeadLetterHeaders } from '../messages/dead-letter-headers.js';
import { deadLetterTopicOf } from '../topics.js';
import type { KafkaOptions } from './kafka-client.js';
import { connectSender } from './kafka-sender.js';

const PARTITION = 0;
/** Upper bound of the headers and the key of a dead letter. */
const HEADER_BYTES = 16 * 1024;

/**
 * Connects to the dead-letter topic: one partition, one message for each dead letter. Rejects with a
 * retryable AppError while Kafka is unavailable.
 */
export async function createKafkaDeadLetterSink(options: KafkaOptions): Promise<DeadLetterSink> {
  const { KAFKA_TOPIC: topic, KAFKA_MAX_MESSAGE_BYTES: maxBytes } = options.config;
  const sender = await connectSender(options, deadLetterTopicOf(topic), {
    partitionBytes: maxBytes,
    roundBytes: maxBytes,
  });
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
