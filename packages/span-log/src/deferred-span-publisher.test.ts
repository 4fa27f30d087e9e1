import { DeferredSpanPublisher } from './deferred-span-publisher.js';
import { spanRecord } from './testing/any-span-record.js';
import { InMemorySpanLog } from './testing/in-memory-span-log.js';

/** A log that records whether it was closed. */
class ClosableLog extends InMemorySpanLog {
  isClosed = false;

  override close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

describe('DeferredSpanPublisher', () => {
  it('answers retryable until the log is reached, even for no records', async () => {
    const publisher = new DeferredSpanPublisher();

    const outcomes = [await publisher.publish([spanRecord()]), await publisher.publish([])];

    expect(outcomes).toMatchObject([{ status: 'retryable' }, { status: 'retryable' }]);
  });

  it('passes everything to the log once it is reached', async () => {
    const publisher = new DeferredSpanPublisher();
    const log = new InMemorySpanLog({ partitionCount: 3 });

    await publisher.resolve(log);
    const outcome = await publisher.publish([spanRecord({ partition: 2 })]);

    expect(outcome).toEqual({ status: 'published', positions: [{ partition: 2, offset: 0 }] });
    const { partitionCount, maxRecordBytes, logId } = publisher;
    expect({ partitionCount, maxRecordBytes, logId }).toEqual({
      partitionCount: log.partitionCount,
      maxRecordBytes: log.maxRecordBytes,
      logId: log.logId,
    });
  });

  it('closes the log, even if it is reached only after the close', async () => {
    const early = new ClosableLog();
    const late = new ClosableLog();
    const publisher = new DeferredSpanPublisher();

    await publisher.resolve(early);
    await publisher.close();
    await publisher.resolve(late);

    expect([early.isClosed, late.isClosed]).toEqual([true, true]);
  });
});
