import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { createKafkaSpanSubscription } from '../../src/kafka/kafka-span-subscription.js';
import type { KafkaConfig } from '../../src/kafka-config.js';
import type { CommitOutcome } from '../../src/span-subscription.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { configFor, deleteTopicsOf, kafkaUnderTest, partsOf, prepare } from './kafka-under-test.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

class SettlingListener extends RecordingListener {
  settle: () => Promise<void> = () => Promise.resolve();
  times = 0;

  onRebalance(): Promise<void> {
    this.times += 1;
    return this.settle();
  }
}

describeWithBackend(
  'kafka: a listener that settles before a rebalance',
  'KAFKA_BROKERS',
  (brokers) => {
    let config: KafkaConfig;
    let log: SpanLogUnderTest;
    let listener: SettlingListener;

    beforeEach(async () => {
      config = configFor(brokers);
      await prepare(config);
      log = await kafkaUnderTest(config);
      listener = new SettlingListener();
      await publishAll(
        log.publisher,
        [0, 1, 2].map((partition) => spanRecord({ partition })),
      );
      await log.subscription.start(listener);
      await listener.received(3);
    });
    afterEach(async () => {
      await log.close();
      await deleteTopicsOf(config);
    });

    /** Where the partitions of both members are read from after another one has joined. */
    async function positionsAfterJoin(): Promise<readonly unknown[]> {
      const other = await createKafkaSpanSubscription(partsOf(config));
      const otherListener = new RecordingListener();
      await other.start(otherListener);
      await Promise.all([otherListener.assigned(), listener.assigned(2)]);
      const positions = [
        ...(listener.assignments[1] ?? []),
        ...(otherListener.assignments[0] ?? []),
      ];
      await other.close();
      return positions.toSorted((left, right) => left.partition - right.partition);
    }

    it('commits what it still ends, and the next owners read on from there', async () => {
      const outcomes: CommitOutcome[] = [];
      listener.settle = async () => {
        listener.settle = () => Promise.resolve(); // the other one leaves, too
        for (const partition of [0, 1, 2]) {
          outcomes.push(await log.subscription.commit({ partition, offset: 1, metadata: 'late' }));
        }
      };

      const positions = await positionsAfterJoin();

      expect(outcomes).toEqual(outcomes.map(() => ({ status: 'committed' })));
      expect(outcomes).toHaveLength(3);
      expect(positions).toEqual(
        [0, 1, 2].map((partition) => ({ partition, offset: 1, metadata: 'late' })),
      );
    });

    it('is not waited for without end', async () => {
      listener.settle = () => new Promise(() => undefined);

      const positions = await positionsAfterJoin();

      expect(positions).toEqual(
        [0, 1, 2].map((partition) => ({ partition, offset: 0, metadata: '' })),
      );
      expect(listener.times).toBeGreaterThan(0);
    });
  },
);
