import { randomBytes } from 'node:crypto';
import type { LogPosition } from '../../src/messages/log-position.js';
import { deletedTraceOf } from '../../src/span-subscription.js';
import { deleteTraceRecord, spanRecord } from '../../src/testing/any-span-record.js';
import { publishAll, rowsOf } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

export function describeDelivery(open: () => Promise<SpanLogUnderTest>): void {
  describe('publishing and delivering', () => {
    let log: SpanLogUnderTest;
    let listener: RecordingListener;

    beforeEach(async () => {
      log = await open();
      listener = new RecordingListener();
    });

    afterEach(async () => {
      await log.close();
    });

    it('delivers published records with unchanged headers and bytes', async () => {
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

    it('delivers a deletion in order between the rows of its partition', async () => {
      const deletion = deleteTraceRecord({ partition: 1, receivedAt: 5n });
      await log.subscription.start(listener);

      const [before] = await publishAll(log.publisher, [spanRecord({ partition: 1 })]);
      const [deleted, after] = await publishAll(log.publisher, [
        deletion,
        spanRecord({ partition: 1 }),
      ]);
      await listener.received(3);

      expect([before, deleted, after].map((position) => position?.offset)).toEqual([0, 1, 2]);
      const messages = listener.of(1);
      expect(messages.map(({ headers }) => headers.kind)).toEqual(['rows', 'delete-trace', 'rows']);
      expect(messages[1]?.headers).toMatchObject({
        projectId: deletion.projectId,
        spanCount: 0,
        receivedAt: 5n,
        requestId: deletion.requestId,
      });
      expect(messages[1] && deletedTraceOf(messages[1])).toBe(deletion.deletedTraceId);
    });

    it('numbers the messages of a publisher in each partition without a gap', async () => {
      await log.subscription.start(listener);
      for (const partitions of [[0, 1, 0], [1], [0, 0, 1]]) {
        const records = partitions.map((partition) => spanRecord({ partition, retentionDays: 30 }));
        await publishAll(log.publisher, records);
      }
      await listener.received(7);

      const numbersOf = (partition: number) =>
        listener.of(partition).map(({ headers }) => headers.origin?.number);
      const writers = listener.all.map(({ headers }) => headers.origin?.writer);
      expect([numbersOf(0), numbersOf(1)]).toEqual([
        [1, 2, 3, 4],
        [1, 2, 3],
      ]);
      expect(new Set(writers)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{12}\.0$/)]));
      expect(listener.all.every(({ headers }) => headers.retentionDays === 30)).toBe(true);
    });

    it('numbers messages from 1 under another writer after each start', async () => {
      const starts = 3;
      for (let start = 1; start < starts; start += 1) {
        await publishAll(log.publisher, [spanRecord(), spanRecord()]);
        log = await log.reopen();
      }
      await publishAll(log.publisher, [spanRecord(), spanRecord()]);
      await log.subscription.start(listener);
      await listener.received(2 * starts);

      const origins = listener.of(0).map(({ headers }) => headers.origin);
      expect(origins.map((origin) => origin?.number)).toEqual([1, 2, 1, 2, 1, 2]);
      expect(new Set(origins.map((origin) => origin?.writer)).size).toBe(starts);
    });

    it('keeps the order of records within a partition, within a call and across calls', async () => {
      const rows = Array.from({ length: 30 }, (_, index) => Buffer.from(`row ${index}`));
      await publishAll(
        log.publisher,
        rows.slice(0, 15).map((row) => spanRecord({ rows: row })),
      );
      for (const row of rows.slice(15)) {
        await publishAll(log.publisher, [spanRecord({ rows: row })]);
      }

      await log.subscription.start(listener);
      await listener.received(30);

      expect(await Promise.all(listener.of(0).map(rowsOf))).toEqual(rows);
    });

    it('assigns distinct positions to concurrent publishers, and stores the right rows at each position', async () => {
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

    it('accepts a record of exactly maxRecordBytes and fails a record that is one byte larger', async () => {
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

    it('publishes nothing for no records and fails records of an unknown partition', async () => {
      const partition = log.publisher.partitionCount;

      expect(await log.publisher.publish([])).toEqual({ status: 'published', positions: [] });
      expect(await log.publisher.publish([spanRecord({ partition })])).toMatchObject({
        status: 'failed',
      });
    });

    it('answers retryable at once when too many bytes are in flight, and publishes again afterwards', async () => {
      const rows = Buffer.alloc(log.publisher.maxRecordBytes);
      const publishing = Array.from({ length: 8 }, () =>
        log.publisher.publish([spanRecord({ rows })]),
      );
      const { inFlightBytes, maxInFlightBytes } = log.publisher;
      const outcomes = await Promise.all(publishing);

      expect(inFlightBytes).toBeGreaterThanOrEqual(rows.length);
      expect(inFlightBytes).toBeLessThanOrEqual(maxInFlightBytes);
      expect(log.publisher.inFlightBytes).toBe(0);
      const refused = outcomes.filter(({ status }) => status !== 'published');
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.length).toBeLessThan(outcomes.length);
      for (const outcome of refused) {
        expect(outcome).toMatchObject({ status: 'retryable', limit: 'busy' });
      }
      expect(await log.publisher.publish([spanRecord({ rows })])).toMatchObject({
        status: 'published',
      });
    });

    it('delivers nothing more of a partition until its delivery resolves, but delivers other partitions', async () => {
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

    it('rejects `failed` when the listener rejects', async () => {
      listener.onMessagesFault = new Error('the listener is broken');
      await log.subscription.start(listener);

      await publishAll(log.publisher, [spanRecord()]);

      await expect(log.subscription.failed).rejects.toThrow('the listener is broken');
    });

    it('answers retryable after the publisher is closed', async () => {
      await log.publisher.close();

      expect(await log.publisher.publish([spanRecord()])).toMatchObject({ status: 'retryable' });
    });
  });
}

function isDelivered(listener: RecordingListener, { partition, offset }: LogPosition): boolean {
  return listener.of(partition)[offset] !== undefined;
}
