import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
import { fenceTopic, openTopic } from '../../src/kafka/fence-topic.js';
import { createKafkaCommittedOffsets } from '../../src/kafka/kafka-committed-offsets.js';
import { createKafkaSpanPublisher } from '../../src/kafka/kafka-span-publisher.js';
import { withAdmin } from '../../src/kafka/kafka-topics.js';
import { describeTopic } from '../../src/kafka/topic-settings.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { partsOf, useTopics } from './kafka-under-test.js';
import { publishAll } from './log-steps.js';

describeWithBackend('fenceTopic', 'KAFKA_BROKERS', (brokers) => {
  const config = useTopics(brokers);
  const parts = partsOf(config);

  it('makes brokers refuse the messages of every publisher until openTopic', async () => {
    const publisher = await createKafkaSpanPublisher(parts);
    const offsets = await createKafkaCommittedOffsets(parts);
    const settings = () =>
      withAdmin(parts, (admin) =>
        describeTopic(admin, config.KAFKA_TOPIC, ['retention.ms', 'max.message.bytes']),
      );
    const before = await settings();
    await publishAll(publisher, [spanRecord()]);

    await fenceTopic(parts);
    await fenceTopic(parts);
    const refused = await publisher.publish([spanRecord()]);
    const ends = await offsets.readEnds();
    await openTopic(parts);
    const accepted = await waitUntil('brokers accept messages again', async () => {
      const outcome = await publisher.publish([spanRecord()]);
      return outcome.status === 'published' && outcome;
    });

    expect(refused).toMatchObject({ status: 'retryable' });
    expect(ends).toEqual([1, 0, 0]);
    expect(accepted.positions).toMatchObject([{ offset: 1 }]);
    expect(await settings()).toEqual(before);
    await publisher.close();
    await offsets.close();
  });
});
