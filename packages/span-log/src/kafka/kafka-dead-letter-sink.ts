import type { DeadLetter, DeadLetterSink, StoredRetry } from '../dead-letter-sink.js';
import { encodeDeadLetterHeaders, encodeSettleHeaders } from '../messages/dead-letter-headers.js';
import { deadLetterIdOf } from '../messages/dead-letter-id.js';
import { deadLetterTopicOf } from '../topics.js';
import type { KafkaOptions } from './kafka-client.js';
import { connectSender } from './kafka-sender.js';
import { readLogIdentity } from './kafka-topics.js';

const PARTITION = 0;
/** Upper bound of the headers and the key of a dead letter. */
const HEADER_BYTES = 16 * 1024;

/**
 * Connects to the dead-letter topic: one partition, one message for each dead letter, for each refused
 * retry and for each settled letter. Rejects with a retryable AppError while Kafka is unavailable or the
 * topics do not exist. `letterGeneration` is that of the log of the letters, by default of this one.
 */
export async function createKafkaDeadLetterSink(
  options: KafkaOptions & { readonly letterGeneration?: number },
): Promise<DeadLetterSink> {
  const { KAFKA_TOPIC: topic, KAFKA_MAX_MESSAGE_BYTES: maxBytes } = options.config;
  const identity = await readLogIdentity(options);
  const generation = options.letterGeneration ?? identity.generation;
  const sender = await connectSender(options, deadLetterTopicOf(topic), {
    partitionBytes: maxBytes,
    roundBytes: maxBytes,
  });
  return {
    async put(letters) {
      await Promise.all(
        letters.map((letter) =>
          sender.send(toMessage(letter, generation), letter.bytes.byteLength + HEADER_BYTES),
        ),
      );
    },
    async settle(retries) {
      await Promise.all(retries.map((retry) => sender.send(toSettling(retry), HEADER_BYTES)));
    },
    close: () => sender.close(),
  };
}

/** The bytes of a refused retry are left out: those of the letter itself stay in the topic. */
function toMessage(letter: DeadLetter, generation: number) {
  const { origin, firstRow, retryOf, bytes } = letter;
  return {
    partition: PARTITION,
    key: retryOf ?? deadLetterIdOf({ generation, origin, firstRow }),
    value:
      retryOf === undefined
        ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
        : Buffer.alloc(0),
    headers: encodeDeadLetterHeaders(letter, generation),
  };
}

function toSettling(retry: StoredRetry) {
  return {
    partition: PARTITION,
    key: retry.letterId,
    value: Buffer.alloc(0),
    headers: encodeSettleHeaders(retry),
  };
}
