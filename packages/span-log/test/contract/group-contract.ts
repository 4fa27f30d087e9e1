import type { CommitOutcome } from '../../src/span-subscription.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

export function describeGroup(open: () => Promise<SpanLogUnderTest>): void {
  describe('commits and assignments', () => {
    let log: SpanLogUnderTest;
    let listener: RecordingListener;

    beforeEach(async () => {
      log = await open();
      listener = new RecordingListener();
    });

    afterEach(async () => {
      await log.close();
    });

    it('starts a new group at the earliest offset, with no metadata', async () => {
      await publishAll(log.publisher, [spanRecord({ partition: 1 })]);

      await log.subscription.start(listener);
      await listener.received(1);

      expect(listener.assignments).toEqual([
        Array.from({ length: log.publisher.partitionCount }, (_, partition) => ({
          partition,
          offset: 0,
          metadata: '',
        })),
      ]);
    });

    it('passes commits with their metadata to the next process, which continues from there', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord(), spanRecord({ partition: 1 })]);
      await log.subscription.start(listener);
      await listener.received(3);
      const commits = [
        await log.subscription.commit({ partition: 0, offset: 0, metadata: 'block 0-1' }),
        await log.subscription.commit({
          partition: 0,
          offset: 1,
          metadata: 'block 1-1\nand a line',
        }),
        await log.subscription.commit({ partition: 1, offset: 1, metadata: '' }),
      ];

      log = await log.reopen();
      const next = new RecordingListener();
      await log.subscription.start(next);
      await publishAll(log.publisher, [spanRecord({ partition: 1 })]);
      await next.received(2);

      expect(commits).toEqual(commits.map(() => ({ status: 'committed' })));
      expect(next.assignments[0]).toContainEqual({
        partition: 0,
        offset: 1,
        metadata: 'block 1-1\nand a line',
      });
      expect(next.assignments[0]).toContainEqual({ partition: 1, offset: 1, metadata: '' });
      expect(next.offsetsOf(0)).toEqual([1]);
      expect(next.offsetsOf(1)).toEqual([1]);
    });

    it('replays from the recorded offset when a process ends before its commit', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord(), spanRecord()]);
      await log.subscription.start(listener);
      await listener.received(3);
      await log.subscription.commit({ partition: 0, offset: 0, metadata: '0-1' });

      log = await log.reopen();
      const next = new RecordingListener();
      await log.subscription.start(next);
      await next.received(3);

      expect(next.assignments[0]).toContainEqual({ partition: 0, offset: 0, metadata: '0-1' });
      expect(next.offsetsOf(0)).toEqual([0, 1, 2]);
      expect(next.of(0).map(({ frame }) => Buffer.from(frame))).toEqual(
        listener.of(0).map(({ frame }) => Buffer.from(frame)),
      );
    });

    it('never assigns an offset twice, even if everything was consumed before a restart', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord()]);
      await log.subscription.start(listener);
      await listener.received(2);
      await log.subscription.commit({ partition: 0, offset: 2, metadata: '' });

      log = await log.reopen();
      const positions = await publishAll(log.publisher, [spanRecord()]);

      expect(positions).toEqual([{ partition: 0, offset: 2 }]);
    });

    it('accepts a commit from within the first delivery', async () => {
      await publishAll(log.publisher, [spanRecord()]);

      const commit = await new Promise<CommitOutcome>((resolve, reject) => {
        const onMessages = async (): Promise<void> =>
          resolve(await log.subscription.commit({ partition: 0, offset: 1, metadata: '' }));
        log.subscription
          .start({
            onAssigned: () => Promise.resolve(),
            onLost: () => Promise.resolve(),
            onMessages,
          })
          .catch(reject);
      });

      expect(commit).toEqual({ status: 'committed' });
    });

    it('refuses a commit below the committed offset', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord()]);
      await log.subscription.start(listener);
      await listener.received(2);
      await log.subscription.commit({ partition: 0, offset: 2, metadata: '' });

      const commit = await log.subscription.commit({ partition: 0, offset: 1, metadata: 'late' });

      expect(commit).toEqual({ status: 'lost' });
      expect((await log.offsets.read())[0]).toBe(2);
    });

    it('accepts metadata of up to `maxMetadataBytes` and refuses longer metadata', async () => {
      const metadata = 'é'.repeat(log.subscription.maxMetadataBytes / 2);
      await publishAll(log.publisher, [spanRecord()]);
      await log.subscription.start(listener);
      await listener.received(1);

      await log.subscription.commit({ partition: 0, offset: 0, metadata });
      const longer = { partition: 0, offset: 0, metadata: `${metadata}.` };
      await expect(log.subscription.commit(longer)).rejects.toThrow(RangeError);
      expect(log.subscription.maxMetadataBytes).toBeGreaterThanOrEqual(4000);
      log = await log.reopen();
      const next = new RecordingListener();
      await log.subscription.start(next);
      await next.assigned();

      expect(next.assignments[0]?.[0]).toEqual({ partition: 0, offset: 0, metadata });
    });

    it('aborts pending deliveries at a rebalance, assigns again, and delivers from the committed offset', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord()]);
      await log.subscription.start(listener);
      await listener.received(2);
      await log.subscription.commit({ partition: 0, offset: 1, metadata: 'recorded' });
      listener.hold();
      await publishAll(log.publisher, [spanRecord({ partition: 1 })]);
      await listener.until(() => listener.of(1).length === 1);
      const pending = listener.calls.at(-1);

      await log.rebalance(listener);
      await listener.until(() => listener.of(0).length === 1 && listener.of(1).length === 1);

      expect(pending?.signal.aborted).toBe(true);
      expect(listener.assignments.at(-1)).toContainEqual({
        partition: 0,
        offset: 1,
        metadata: 'recorded',
      });
      expect(listener.offsetsOf(0)).toEqual([1]);
      expect(listener.overlaps).toBe(0);
    });

    it('reports the lag of each partition', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord(), spanRecord({ partition: 1 })]);
      await log.subscription.start(listener);
      await listener.received(3);
      await log.subscription.commit({ partition: 0, offset: 1, metadata: '' });

      const lag = await log.subscription.lag();

      expect([lag.get(0), lag.get(1)]).toEqual([1, 1]);
    });

    it('aborts pending deliveries when it closes, and answers later commits with lost', async () => {
      listener.hold();
      await log.subscription.start(listener);
      await publishAll(log.publisher, [spanRecord()]);
      await listener.received(1);

      await log.subscription.close();

      expect(listener.calls[0]?.signal.aborted).toBe(true);
      expect(await log.subscription.commit({ partition: 0, offset: 1, metadata: '' })).toEqual({
        status: 'lost',
      });
    });

    it('keeps its identity across restarts', async () => {
      const { logId, generation } = log.subscription;

      const next = await log.reopen();
      log = next;

      expect(next.subscription).toMatchObject({ logId, generation });
      expect(next.offsets).toMatchObject({ logId, generation });
      expect(next.publisher.logId).toBe(logId);
      expect(logId).toMatch(/^[0-9a-f]{16}$/);
    });
  });
}
