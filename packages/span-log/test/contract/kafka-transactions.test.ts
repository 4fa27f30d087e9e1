import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
import type { Producer, Transaction } from 'kafkajs';
import { createKafkaCommittedOffsets } from '../../src/kafka/kafka-committed-offsets.js';
import { createKafkaSpanPublisher } from '../../src/kafka/kafka-span-publisher.js';
import { createKafkaSpanSubscription } from '../../src/kafka/kafka-span-subscription.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { withOtherProgram } from '../../src/testing/other-program.js';
import { partsOf, useTopics } from './kafka-under-test.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';

describeWithBackend('transactions of another program', 'KAFKA_BROKERS', (brokers) => {
  const config = useTopics(brokers);
  const options = { transactionalId: config.KAFKA_TOPIC, maxInFlightRequests: 1, idempotent: true };

  const send = async (
    producer: Producer,
    end: (transaction: Transaction) => Promise<void>,
  ): Promise<void> => {
    const transaction = await producer.transaction();
    const messages = [{ value: 'foreign', partition: 0 }];
    await transaction.send({ topic: config.KAFKA_TOPIC, messages });
    await end(transaction);
  };

  it('are never reported as lost, whether they are committed or aborted', async () => {
    const publisher = await createKafkaSpanPublisher(partsOf(config));
    const offsets = await createKafkaCommittedOffsets(partsOf(config));
    const subscription = await createKafkaSpanSubscription(partsOf(config));
    const listener = new RecordingListener();
    await subscription.start(listener);

    await withOtherProgram(config, options, async (producer) => {
      await send(producer, (transaction) => transaction.commit()); // offsets 0 and 1
      await listener.received(1);
      await publishAll(publisher, [spanRecord()]); // 2
      await listener.received(2);
      await send(producer, (transaction) => transaction.abort()); // offsets 3 and 4
    });
    await waitUntil('the end of the transaction is written', async () => {
      const [end] = await offsets.readEnds();
      return end === 5;
    });
    // This message arrives after the aborted messages.
    await publishAll(publisher, [spanRecord({ partition: 1 })]);
    await listener.received(3);
    await publishAll(publisher, [spanRecord()]); // 5
    await listener.received(4);
    await subscription.commit({ partition: 0, offset: 1, metadata: '' });
    await subscription.close();
    const next = await createKafkaSpanSubscription(partsOf(config));
    const nextListener = new RecordingListener();
    await next.start(nextListener);
    await nextListener.received(3);
    await Promise.all([next.close(), publisher.close(), offsets.close()]);

    expect(listener.offsetsOf(0)).toEqual([0, 2, 5]);
    expect(listener.lost).toEqual([]);
    expect(nextListener.offsetsOf(0)).toEqual([2, 5]);
    expect(nextListener.lost).toEqual([]);
  });
});
