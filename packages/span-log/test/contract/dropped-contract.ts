import { waitUntil } from '@spanhouse/service-runtime/testing';
import type { SpanPublisher } from '../../src/span-publisher.js';
import type { SpanSubscription } from '../../src/span-subscription.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';

/** A log that drops messages before they are read. */
export interface DroppingLog {
  readonly publisher: SpanPublisher;
  readonly subscription: SpanSubscription;
  /** Drops the messages before `offset`, as retention does. */
  dropBefore(partition: number, offset: number): Promise<void>;
  /** Resolves after the log's start offset has been read again. */
  passTime(): Promise<void>;
  /** Closes the log and opens it again, as a restart of the process does. */
  reopen(): Promise<DroppingLog>;
  close(): Promise<void>;
}

/** Defines the contract suite for every log whose messages expire. */
export function describeDroppedMessages(
  implementation: string,
  open: () => Promise<DroppingLog>,
): void {
  describe(`messages that the ${implementation} log dropped before they were read`, () => {
    let log: DroppingLog;
    let listener: RecordingListener;

    beforeEach(async () => {
      log = await open();
      listener = new RecordingListener();
    });

    afterEach(async () => {
      await log.close();
    });

    const publish = (count: number) =>
      publishAll(
        log.publisher,
        Array.from({ length: count }, () => spanRecord()),
      );

    it('are announced before the next message if they were dropped while no member read', async () => {
      await publish(5);
      await log.dropBefore(0, 3);

      await log.subscription.start(listener);
      await listener.received(2);

      expect(listener.lost).toEqual([{ partition: 0, first: 0, end: 3 }]);
      expect(listener.offsetsOf(0)).toEqual([3, 4]);
    });

    it('are announced from the committed offset on, without the block that was recorded there', async () => {
      await publish(2);
      await log.subscription.start(listener);
      await listener.received(2);
      await log.subscription.commit({ partition: 0, offset: 1, metadata: 'block 1-1' });
      await publish(4);
      await log.dropBefore(0, 4);

      log = await log.reopen();
      const next = new RecordingListener();
      await log.subscription.start(next);
      await next.received(2);

      expect(next.assignments[0]).toContainEqual({ partition: 0, offset: 1, metadata: '' });
      expect(next.lost).toEqual([{ partition: 0, first: 1, end: 4 }]);
      expect(next.offsetsOf(0)).toEqual([4, 5]);
    });

    it('are announced again, with the same or a later end, until an offset after them is committed', async () => {
      await publish(5);
      await log.dropBefore(0, 2);
      await log.subscription.start(listener);
      await listener.until(() => listener.lost.length === 1);

      await log.dropBefore(0, 3);
      log = await log.reopen();
      const second = new RecordingListener();
      await log.subscription.start(second);
      await second.received(2);
      const commit = await log.subscription.commit({ partition: 0, offset: 3, metadata: '' });
      log = await log.reopen();
      const third = new RecordingListener();
      await log.subscription.start(third);
      await third.received(2);

      expect(second.lost).toEqual([{ partition: 0, first: 0, end: 3 }]);
      expect(commit).toEqual({ status: 'committed' });
      expect(third.lost).toEqual([]);
    });

    it('are not announced if they were read before they were dropped', async () => {
      await publish(2);
      await log.subscription.start(listener);
      await listener.received(2);

      await log.dropBefore(0, 2);
      await publish(1);
      await listener.received(3);

      expect(listener.lost).toEqual([]);
      expect(listener.offsetsOf(0)).toEqual([0, 1, 2]);
    });

    it('are announced in log order if they are dropped while the listener is busy', async () => {
      const release = listener.hold();
      await publish(1);
      await log.subscription.start(listener);
      await listener.received(1);
      await publish(4);
      await log.dropBefore(0, 4);

      release();
      await listener.received(2);

      expect(listener.lost).toEqual([{ partition: 0, first: 1, end: 4 }]);
      expect(listener.offsetsOf(0)).toEqual([0, 4]);
    });

    it('are announced if no message is left after them', async () => {
      const release = listener.hold();
      await publish(1);
      await log.subscription.start(listener);
      await listener.received(1);
      await publish(3);
      await log.dropBefore(0, 4);

      release();
      await waitUntil('the loss is announced', async () => {
        await log.passTime();
        return listener.lost.length > 0;
      });
      const commit = await log.subscription.commit({ partition: 0, offset: 4, metadata: '' });
      await publish(1);
      await listener.received(2);

      expect(commit).toEqual({ status: 'committed' });
      expect(listener.lost).toEqual([{ partition: 0, first: 1, end: 4 }]);
      expect(listener.offsetsOf(0)).toEqual([0, 4]);
    });
  });
}
