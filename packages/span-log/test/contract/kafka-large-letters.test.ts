import { randomBytes } from 'node:crypto';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import type { DeadLetter } from '../../src/dead-letter-sink.js';
import { createKafkaDeadLetterReader } from '../../src/kafka/kafka-dead-letter-reader.js';
import { createKafkaDeadLetterSink } from '../../src/kafka/kafka-dead-letter-sink.js';
import { readLetters } from '../../src/testing/read-letters.js';
import { letterAt } from './dead-letters-contract.js';
import { configFor, deleteTopicsOf, partsOf, prepare } from './kafka-under-test.js';

describeWithBackend('large dead letters in Kafka', 'KAFKA_BROKERS', (brokers) => {
  const config = configFor(brokers);
  const largest = config.KAFKA_MAX_MESSAGE_BYTES;
  const parts = partsOf(config);

  beforeAll(() => prepare(config));
  afterAll(() => deleteTopicsOf(config));

  const put = async (...letters: readonly DeadLetter[]): Promise<void> => {
    const sink = await createKafkaDeadLetterSink(parts);
    await sink.put(letters).finally(() => sink.close());
  };

  it('are kept whole if the topic of the spans takes their message, and are cut otherwise', async () => {
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

  it('are not tried again if the topic can never take them', async () => {
    const refused = put(letterAt(3, { bytes: randomBytes(largest + 100_000) }));

    await expect(refused).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE', retryable: false });
  });
});
