import { randomBytes } from 'node:crypto';
import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
import type { DeadLetter, DeadLetterSink } from '../../src/dead-letter-sink.js';
import { createKafkaDeadLetterReader } from '../../src/kafka/kafka-dead-letter-reader.js';
import { createKafkaDeadLetterSink } from '../../src/kafka/kafka-dead-letter-sink.js';
import { LETTER_HEADER_BYTES } from '../../src/messages/dead-letter-headers.js';
import { alterTopic } from '../../src/testing/alter-topic.js';
import { readLetters } from '../../src/testing/read-letters.js';
import { deadLetterTopicOf } from '../../src/topics.js';
import { letterAt } from './dead-letters-contract.js';
import { partsOf, useTopics } from './kafka-under-test.js';

describeWithBackend('large dead letters in Kafka', 'KAFKA_BROKERS', (brokers) => {
  const config = useTopics(brokers);
  const largest = config.KAFKA_MAX_MESSAGE_BYTES;
  const parts = partsOf(config);

  const put = async (...letters: readonly DeadLetter[]): Promise<void> => {
    const sink = await createKafkaDeadLetterSink(parts);
    await sink.put(letters).finally(() => sink.close());
  };

  it('are kept whole if the spans topic accepts their message, and are cut otherwise', async () => {
    const whole = letterAt(1, { stage: 'decode', bytes: randomBytes(largest) });
    const tooLarge = letterAt(2, { stage: 'decode', bytes: randomBytes(largest + 1) });

    await put(whole, tooLarge);
    const reader = createKafkaDeadLetterReader(parts);
    const letters = await readLetters(reader);
    await reader.close();

    const [first, second] = letters.toSorted((a, b) => a.origin.offset - b.origin.offset);
    expect(first?.reason).toBe(whole.reason);
    expect(whole.bytes).toEqual(first?.bytes);
    expect(second?.reason).toBe(
      `only ${largest} of ${largest + 1} bytes are kept: ${tooLarge.reason}`,
    );
    expect(tooLarge.bytes.subarray(0, largest)).toEqual(second?.bytes);
  });

  it('wait until the topic has room if they contain an accepted span, and then need no new sink', async () => {
    const sink = await createKafkaDeadLetterSink(parts);
    const letter = letterAt(3, { bytes: randomBytes(largest + 100_000) });
    const neededBytes = letter.bytes.byteLength + LETTER_HEADER_BYTES;

    const refused = await sink.put([letter]).catch((error: unknown) => error);
    const settings = { 'max.message.bytes': String(neededBytes) };
    await alterTopic(config, settings, deadLetterTopicOf(config.KAFKA_TOPIC));
    await waitUntil('the broker knows the new limit', () => isPut(sink, letter));
    await sink.close();
    const reader = createKafkaDeadLetterReader(parts);
    const letters = await readLetters(reader);
    await reader.close();

    expect(refused).toMatchObject({
      code: 'DEAD_LETTER_TOO_LARGE',
      retryable: true,
      message: `the topic ${config.KAFKA_TOPIC}.dead-letter has no room for a dead letter: raise its max.message.bytes to at least ${neededBytes}`,
    });
    const kept = letters.filter(({ origin }) => origin.offset === 3);
    expect(kept.map(({ bytes }) => bytes)).toEqual([letter.bytes]);
  });
});

function isPut(sink: DeadLetterSink, letter: DeadLetter): Promise<boolean> {
  return sink.put([letter]).then(
    () => true,
    () => false,
  );
}
