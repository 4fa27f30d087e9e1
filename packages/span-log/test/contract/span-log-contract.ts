import { randomBytes } from 'node:crypto';
import type { CommittedOffsets } from '../../src/committed-offsets.js';
import type { DeadLetter, DeadLetterSink } from '../../src/dead-letter-sink.js';
import type { LogPosition } from '../../src/log-position.js';
import { decompressFrame } from '../../src/span-frame.js';
import type { SpanPublisher, SpanRecord } from '../../src/span-publisher.js';
import type { LogMessage, SpanSubscription } from '../../src/span-subscription.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { RecordingListener } from './recording-listener.js';

/** One log with one group. */
export interface SpanLogUnderTest {
  readonly publisher: SpanPublisher;
  readonly offsets: CommittedOffsets;
  readonly deadLetters: DeadLetterSink;
  /** The subscription this process reads with. */
  readonly subscription: SpanSubscription;
  listDeadLetters(): Promise<readonly DeadLetter[]>;
  /** Makes the group assign its partitions anew while `subscription` stays a member with `listener`. */
  rebalance(listener: RecordingListener): Promise<void>;
  /** The log as the next process finds it, after the end of this one. */
  reopen(): Promise<SpanLogUnderTest>;
  close(): Promise<void>;
}

const never = new AbortController().signal;

export const publishAll = async (
  publisher: SpanPublisher,
  records: readonly SpanRecord[],
): Promise<readonly LogPosition[]> => {
  const outcome = await publisher.publish(records);
  if (outcome.status !== 'published') throw new Error(`${outcome.status}: ${outcome.reason}`);
  return outcome.positions;
};

export const rowsOf = async (message: LogMessage | undefined): Promise<Buffer> => {
  if (message === undefined) throw new Error('there is no message');
  const outcome = await decompressFrame(message.frame, message.headers.uncompressedBytes);
  if (outcome.status === 'unreadable') throw new Error(outcome.reason);
  return outcome.rows;
};

export const describeSpanLogContract = (
  implementation: string,
  open: () => Promise<SpanLogUnderTest>,
): void => {
  describe(`${implementation}: SpanPublisher and SpanSubscription`, () => {
    let log: SpanLogUnderTest;
    let listener: RecordingListener;

    beforeEach(async () => {
      log = await open();
      listener = new RecordingListener();
    });

    afterEach(async () => {
      await log.close();
    });

    it('delivers what was published, headers and bytes unchanged', async () => {
      const record = spanRecord({
        partition: 1,
        rows: randomBytes(5000),
        spanCount: 7,
        rowSchemaVersion: 3,
        projectId: '12345678-1234-1234-1234-123456789abc',
        requestId: 'ключ-\u0000-🔑',
        receivedAt: 1_777_777_777_123_456_789n,
      });
      await log.subscription.start(listener);

      const positions = await publishAll(log.publisher, [record]);
      await listener.received(1);

      expect(positions).toEqual([{ partition: 1, offset: 0 }]);
      expect(listener.all[0]).toMatchObject({
        partition: 1,
        offset: 0,
        headers: {
          kind: 'rows',
          rowSchemaVersion: 3,
          projectId: record.projectId,
          spanCount: 7,
          uncompressedBytes: 5000,
          receivedAt: record.receivedAt,
          requestId: record.requestId,
        },
      });
      expect(await rowsOf(listener.all[0])).toEqual(record.rows);
    });

    it('keeps the order of records within a partition, in a call and between calls', async () => {
      const rows = Array.from({ length: 30 }, (_, index) => Buffer.from(`row ${index}`));
      await publishAll(
        log.publisher,
        rows.slice(0, 15).map((row) => spanRecord({ rows: row })),
      );
      for (const row of rows.slice(15))
        await publishAll(log.publisher, [spanRecord({ rows: row })]);

      await log.subscription.start(listener);
      await listener.received(30);

      expect(await Promise.all(listener.of(0).map(rowsOf))).toEqual(rows);
    });

    it('gives many concurrent publishers positions of their own, at which their rows stand', async () => {
      await log.subscription.start(listener);
      const publish = async (index: number): Promise<void> => {
        const records = [0, 1].map((partition) =>
          spanRecord({ partition, rows: Buffer.from(`publisher ${index} to ${partition}`) }),
        );
        const positions = await publishAll(log.publisher, records);
        await listener.until(() => positions.every((position) => isDelivered(listener, position)));
        for (const [at, position] of positions.entries()) {
          const message = listener.of(position.partition)[position.offset];
          expect(await rowsOf(message)).toEqual(records[at]?.rows);
        }
      };

      await Promise.all(Array.from({ length: 100 }, (_, index) => publish(index)));

      for (const partition of [0, 1]) {
        expect(listener.offsetsOf(partition)).toEqual(Array.from({ length: 100 }, (_, at) => at));
      }
    });

    it('takes a record of exactly maxRecordBytes and refuses one byte more for good', async () => {
      const largest = randomBytes(log.publisher.maxRecordBytes);
      await log.subscription.start(listener);

      const [position] = await publishAll(log.publisher, [spanRecord({ rows: largest })]);
      const refused = await log.publisher.publish([
        spanRecord({ rows: Buffer.alloc(largest.length + 1) }),
      ]);
      await listener.received(1);

      expect(position).toEqual({ partition: 0, offset: 0 });
      expect((await rowsOf(listener.all[0])).equals(largest)).toBe(true);
      expect(refused).toMatchObject({ status: 'failed' });
    });

    it('publishes nothing for no records and fails records of a partition it does not have', async () => {
      const partition = log.publisher.partitionCount;

      expect(await log.publisher.publish([])).toEqual({ status: 'published', positions: [] });
      expect(await log.publisher.publish([spanRecord({ partition })])).toMatchObject({
        status: 'failed',
      });
    });

    it('answers retryable at once when too many bytes are in flight, and publishes again after', async () => {
      const rows = Buffer.alloc(log.publisher.maxRecordBytes);
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, () => log.publisher.publish([spanRecord({ rows })])),
      );

      const statuses = new Set(outcomes.map(({ status }) => status));
      expect(statuses).toEqual(new Set(['published', 'retryable']));
      expect(await log.publisher.publish([spanRecord({ rows })])).toMatchObject({
        status: 'published',
      });
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

    it('holds a partition back until its delivery resolves, and only that partition', async () => {
      const release = listener.hold();
      await log.subscription.start(listener);
      await publishAll(log.publisher, [spanRecord({ partition: 0 })]);
      await listener.received(1);

      await publishAll(log.publisher, [spanRecord({ partition: 0 }), spanRecord({ partition: 1 })]);
      await listener.until(() => listener.of(1).length === 1);

      expect(listener.offsetsOf(0)).toEqual([0]);
      release();
      await listener.until(() => listener.of(0).length === 2);
      expect(listener.overlaps).toBe(0);
    });

    it('gives commits with their metadata to the next process, which reads on from there', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord(), spanRecord({ partition: 1 })]);
      await log.subscription.start(listener);
      await listener.received(3);
      const commits = [
        await log.subscription.commit({ partition: 0, offset: 0, metadata: 'block 0-1' }),
        await log.subscription.commit({ partition: 0, offset: 1, metadata: 'block 1-1' }),
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
        metadata: 'block 1-1',
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

    it('never gives an offset twice, also when everything was consumed before a restart', async () => {
      await publishAll(log.publisher, [spanRecord(), spanRecord()]);
      await log.subscription.start(listener);
      await listener.received(2);
      await log.subscription.commit({ partition: 0, offset: 2, metadata: '' });

      log = await log.reopen();
      const positions = await publishAll(log.publisher, [spanRecord()]);

      expect(positions).toEqual([{ partition: 0, offset: 2 }]);
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

    it('carries 4,000 bytes of metadata', async () => {
      const metadata = 'é'.repeat(2000);
      await publishAll(log.publisher, [spanRecord()]);
      await log.subscription.start(listener);
      await listener.received(1);

      await log.subscription.commit({ partition: 0, offset: 0, metadata });
      log = await log.reopen();
      const next = new RecordingListener();
      await log.subscription.start(next);
      await next.assigned();

      expect(next.assignments[0]?.[0]).toEqual({ partition: 0, offset: 0, metadata });
    });

    it('aborts what is pending at a rebalance, assigns again and delivers from the committed offset', async () => {
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

    it('rejects failed when the listener rejects', async () => {
      listener.onMessagesFault = new Error('the listener is broken');
      await log.subscription.start(listener);

      await publishAll(log.publisher, [spanRecord()]);

      await expect(log.subscription.failed).rejects.toThrow('the listener is broken');
    });

    it('aborts pending deliveries when it closes, and loses commits after that', async () => {
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

    it('answers retryable after the publisher is closed', async () => {
      await log.publisher.close();

      expect(await log.publisher.publish([spanRecord()])).toMatchObject({ status: 'retryable' });
    });

    it('keeps its identity over restarts', async () => {
      const { logId, generation } = log.subscription;

      const next = await log.reopen();
      log = next;

      expect(next.subscription).toMatchObject({ logId, generation });
      expect(next.offsets).toMatchObject({ logId, generation });
      expect(next.publisher.logId).toBe(logId);
      expect(logId).toMatch(/^[0-9a-f]{16}$/);
    });

    describe('CommittedOffsets', () => {
      it('reads 0 where nothing is committed', async () => {
        expect(await log.offsets.read()).toEqual(
          Array.from({ length: log.offsets.partitionCount }, () => 0),
        );
      });

      it('answers a wait when the last of its partitions has reached the target', async () => {
        await publishAll(log.publisher, [spanRecord(), spanRecord({ partition: 1 })]);
        await log.subscription.start(listener);
        await listener.received(2);
        const target = new Map([
          [0, 1],
          [1, 1],
        ]);
        const waiting = log.offsets.waitFor(target, { timeoutMs: 20_000, signal: never });

        await log.subscription.commit({ partition: 0, offset: 1, metadata: '' });
        const early = await log.offsets.waitFor(target, { timeoutMs: 0, signal: never });
        await log.subscription.commit({ partition: 1, offset: 1, metadata: '' });

        expect(early).toBe(false);
        expect(await waiting).toBe(true);
        expect(await log.offsets.waitFor(target, { timeoutMs: 0, signal: never })).toBe(true);
      });

      it('answers false after the time-out and when the signal aborts', async () => {
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

    describe('DeadLetterSink', () => {
      const letter = (overrides: Partial<DeadLetter>): DeadLetter => ({
        origin: { partition: 1, offset: 12 },
        firstRow: 3,
        rowCount: 1,
        stage: 'insert',
        reason: '469: constraint start_time_is_known is violated \u0000 “ё”',
        bytes: randomBytes(3000),
        rowSchemaVersion: 2,
        projectId: '00000000-0000-0000-0000-000000000000',
        ...overrides,
      });

      it('keeps letters with their origin, reason and bytes', async () => {
        const letters = [
          letter({}),
          letter({ firstRow: 4, rowCount: 9, bytes: Buffer.alloc(0) }),
          letter({ origin: { partition: 1, offset: 2 ** 40 }, stage: 'decode' }),
        ];

        await log.deadLetters.put(letters.slice(0, 2));
        await log.deadLetters.put(letters.slice(2));
        log = await log.reopen();
        const kept = await log.listDeadLetters();

        const plain = kept.map((found) => ({ ...found, bytes: Buffer.from(found.bytes) }));
        expect(plain).toEqual(letters);
      });
    });
  });
};

const isDelivered = (listener: RecordingListener, { partition, offset }: LogPosition): boolean =>
  listener.of(partition)[offset] !== undefined;
