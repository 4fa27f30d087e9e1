import { AppError } from '@spanhouse/service-runtime';
import type { DeadLetter, DeadLetterSink, StoredRetry } from '../dead-letter-sink.js';
import {
  encodeDeadLetterHeaders,
  encodeSettleHeaders,
  LETTER_HEADER_BYTES,
} from '../messages/dead-letter-headers.js';
import { deadLetterIdOf } from '../messages/dead-letter-id.js';
import { deadLetterTopicOf } from '../topics.js';
import type { KafkaOptions } from './client/kafka-client.js';
import { kafkaErrorType } from './client/kafka-error.js';
import { letterBytes, readIdentity, withAdmin } from './kafka-topics.js';
import { connectSender } from './sending/kafka-sender.js';
import { readMessageLimit } from './topic-settings.js';

const PARTITION = 0;

/**
 * Connects to the dead-letter topic, which has a single partition. Each dead letter, refused retry and settled letter
 * is one message. `letterGeneration` is the generation of the log that the letters come from; the default is the
 * generation of this log. Rejects with a retryable AppError while Kafka is unavailable or the topics do not exist.
 */
export async function createKafkaDeadLetterSink(
  options: KafkaOptions & { readonly letterGeneration?: number },
): Promise<DeadLetterSink> {
  const topic = deadLetterTopicOf(options.config.KAFKA_TOPIC);
  const { identity, maxBytes } = await withAdmin(options, async (admin) => ({
    identity: await readIdentity(admin, options),
    maxBytes: await readMessageLimit(admin, topic, letterBytes(options.config)),
  }));
  const generation = options.letterGeneration ?? identity.generation;
  const limits = { partitionBytes: maxBytes, roundBytes: maxBytes };
  const sender = await connectSender(options, topic, limits);
  const put = async (letter: DeadLetter): Promise<void> => {
    const bytes = letter.bytes.byteLength + LETTER_HEADER_BYTES;
    try {
      await sender.send(toMessage(letter, generation), bytes);
    } catch (error) {
      throw kafkaErrorType(error) === 'MESSAGE_TOO_LARGE' ? noRoom(topic, bytes, error) : error;
    }
  };
  return {
    async put(letters) {
      const room = Math.max(0, maxBytes - LETTER_HEADER_BYTES);
      await Promise.all(letters.map((letter) => put(cutToFit(letter, room))));
    },
    async settle(retries) {
      await Promise.all(
        retries.map((retry) => sender.send(toSettling(retry), LETTER_HEADER_BYTES)),
      );
    },
    close: () => sender.close(),
  };
}

/**
 * Builds the error for a letter that exceeds the topic's size limit. The error is retryable, because the topic accepts
 * the letter once its limit is raised.
 */
function noRoom(topic: string, bytes: number, cause: unknown): AppError {
  return new AppError(
    'DEAD_LETTER_TOO_LARGE',
    `the topic ${topic} has no room for a dead letter: raise its max.message.bytes to at least ${bytes}`,
    { retryable: true, cause },
  );
}

/**
 * Cuts an unreadable message that is too large for a letter. Only messages from other programs can be that large.
 * Without the cut, every attempt to store the letter would fail, and the letter would block its partition for ever.
 */
function cutToFit(letter: DeadLetter, room: number): DeadLetter {
  const { stage, bytes } = letter;
  if (stage !== 'decode' || bytes.byteLength <= room) {
    return letter;
  }
  const reason = `only ${room} of ${bytes.byteLength} bytes are kept: ${letter.reason}`;
  return { ...letter, reason, bytes: bytes.subarray(0, room) };
}

/** Encodes a letter. Omits the bytes of a refused retry, because the topic has the bytes of the original letter. */
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
