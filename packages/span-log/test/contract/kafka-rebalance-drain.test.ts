import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { createKafkaSpanSubscription } from '../../src/kafka/kafka-span-subscription.js';
import type { KafkaConfig } from '../../src/kafka-config.js';
import type { CommitOutcome } from '../../src/span-subscription.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { kafkaUnderTest, partsOf, useManyTopics } from './kafka-under-test.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

class DrainingListener extends RecordingListener {
  drain: () => Promise<void> = () => Promise.resolve();
  times = 0;

  onRebalance(): Promise<void> {
    this.times += 1;
    return this.drain();
  }
}

describeWithBackend(
  'kafka: a listener that drains before a rebalance',
  'KAFKA_BROKERS',
  (brokers) => {
    const { newTopics } = useManyTopics(brokers);
    let config: KafkaConfig;
    let log: SpanLogUnderTest;
    let listener: DrainingListener;

    beforeEach(async () => {
      config = await newTopics();
      log = await kafkaUnderTest(config);
      listener = new DrainingListener();
      await publishAll(
        log.publisher,
        [0, 1, 2].map((partition) => spanRecord({ partition })),
      );
      await log.subscription.start(listener);
      await listener.received(3);
    });
    afterEach(() => log.close());

    /** Returns the start positions of both members after another member has joined. */
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

    it('commits the work that it finishes, so that the next owners continue after it', async () => {
      const outcomes: CommitOutcome[] = [];
      listener.drain = async () => {
        listener.drain = () => Promise.resolve(); // the other member leaves later, and its leaving causes another rebalance
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

    it('delays the rebalance for a bounded time only', async () => {
      listener.drain = () => new Promise(() => undefined);

      const positions = await positionsAfterJoin();

      expect(positions).toEqual(
        [0, 1, 2].map((partition) => ({ partition, offset: 0, metadata: '' })),
      );
      expect(listener.times).toBeGreaterThan(0);
    });
  },
);
