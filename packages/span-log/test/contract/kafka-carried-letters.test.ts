import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { createKafkaDeadLetterReader } from '../../src/kafka/kafka-dead-letter-reader.js';
import { createKafkaDeadLetterSink } from '../../src/kafka/kafka-dead-letter-sink.js';
import { readLetters } from '../../src/testing/read-letters.js';
import { letterAt } from './dead-letters-contract.js';
import { partsOf, useTopics } from './kafka-under-test.js';

describeWithBackend('dead letters that another log brings to Kafka', 'KAFKA_BROKERS', (brokers) => {
  const parts = partsOf(useTopics(brokers));

  it("keep their ids although the topic's log has letters of the same positions, and are settled together with those", async () => {
    const own = await createKafkaDeadLetterSink(parts);
    const carried = await createKafkaDeadLetterSink({ ...parts, letterGeneration: 2 });
    const reader = createKafkaDeadLetterReader(parts);

    await own.put([letterAt(12)]);
    await carried.put([letterAt(12), letterAt(13)]);
    await own.settle([{ letterId: '2-1-13-3', origin: { partition: 0, offset: 40 } }]);

    const ids = (await readLetters(reader)).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(['2-1-12-3', '4-1-12-3']);
    await Promise.all([own, carried, reader].map((part) => part.close()));
  });
});
