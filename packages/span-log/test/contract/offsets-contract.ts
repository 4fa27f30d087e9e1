import { systemClock } from '@spanhouse/service-runtime';
import { timeLimits } from '@spanhouse/service-runtime/testing';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

const never = new AbortController().signal;

export function describeCommittedOffsets(open: () => Promise<SpanLogUnderTest>): void {
  describe('CommittedOffsets', () => {
    let log: SpanLogUnderTest;
    let listener: RecordingListener;

    beforeEach(async () => {
      log = await open();
      listener = new RecordingListener();
    });

    afterEach(async () => {
      await log.close();
    });

    it('reads 0 if nothing is committed', async () => {
      expect(await log.offsets.read()).toEqual(
        Array.from({ length: log.offsets.partitionCount }, () => 0),
      );
    });

    it('reads the end of each partition, even if nothing is committed', async () => {
      const empty = Array.from({ length: log.offsets.partitionCount }, () => 0);
      const before = await log.offsets.readEnds();
      await publishAll(log.publisher, [spanRecord(), spanRecord(), spanRecord({ partition: 1 })]);

      const ends = await log.offsets.readEnds();

      expect(before).toEqual(empty);
      expect(ends).toEqual([2, 1, ...empty.slice(2)]);
      expect(await log.offsets.read()).toEqual(empty);
    });

    it('returns a time at which nothing else was committed', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord()]);
      await log.subscription.start(listener);
      await listener.received(2);
      await log.subscription.commit({ partition: 0, offset: 1, metadata: '' });
      const committedNs = systemClock.nowNs();

      const { offsets, asOfNs } = await log.offsets.readAsOf();

      expect(offsets).toEqual(await log.offsets.read());
      expect(offsets[0]).toBe(1);
      expect(asOfNs).toBeGreaterThanOrEqual(committedNs);
      expect(asOfNs).toBeLessThanOrEqual(systemClock.nowNs());
    });

    it('reads the number of unread messages of each partition, and the age of the first unread message', async () => {
      const startedMs = Date.now();
      const receivedAt = BigInt(startedMs) * 1_000_000n;
      const first = spanRecord({ receivedAt });
      const caughtUp = Array.from({ length: log.offsets.partitionCount }, (_, partition) => ({
        partition,
        committed: 0,
        end: 0,
        oldestUnreadMs: 0,
      }));
      const before = await log.offsets.readLag();
      await publishAll(log.publisher, [first, first, spanRecord({ partition: 1, receivedAt })]);
      await log.subscription.start(listener);
      await listener.received(3);
      await log.subscription.commit({ partition: 0, offset: 1, metadata: '' });
      await log.subscription.commit({ partition: 1, offset: 1, metadata: '' });

      const lag = await log.offsets.readLag();

      expect(before).toEqual(caughtUp);
      expect(lag).toEqual([
        { partition: 0, committed: 1, end: 2, oldestUnreadMs: expect.any(Number) },
        { partition: 1, committed: 1, end: 1, oldestUnreadMs: 0 },
        ...caughtUp.slice(2),
      ]);
      const oldest = lag[0]?.oldestUnreadMs ?? 0;
      expect(oldest).toBeGreaterThan(0);
      expect(oldest).toBeLessThanOrEqual((Date.now() - startedMs) / 0.99 + 10);
    });

    it('ends a wait when the last partition reaches its target', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord({ partition: 1 })]);
      await log.subscription.start(listener);
      await listener.received(2);
      const target = new Map([
        [0, 1],
        [1, 1],
      ]);
      const waiting = log.offsets.waitFor(target, { timeoutMs: timeLimits.effect, signal: never });

      await log.subscription.commit({ partition: 0, offset: 1, metadata: '' });
      const early = await log.offsets.waitFor(target, { timeoutMs: 0, signal: never });
      await log.subscription.commit({ partition: 1, offset: 1, metadata: '' });

      expect(early).toBe(false);
      expect(await waiting).toBe(true);
      expect(await log.offsets.waitFor(target, { timeoutMs: 0, signal: never })).toBe(true);
    });

    it('resolves false after the timeout and when the signal aborts', async () => {
      const target = new Map([[0, 1]]);
      const abort = new AbortController();
      const aborted = log.offsets.waitFor(target, { timeoutMs: 60_000, signal: abort.signal });

      abort.abort();

      expect(await aborted).toBe(false);
      expect(await log.offsets.waitFor(target, { timeoutMs: 20, signal: never })).toBe(false);
    });

    it('ends waits when it closes', async () => {
      const waiting = log.offsets.waitFor(new Map([[0, 1]]), {
        timeoutMs: 60_000,
        signal: never,
      });

      await log.offsets.close();

      expect(await waiting).toBe(false);
    });
  });
}
