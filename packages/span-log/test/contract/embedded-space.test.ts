import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { type EmbeddedSpanLog, openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { embeddedOptions, MEBIBYTE, useDirectories } from './embedded-options.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';

describe('space of the embedded span log', () => {
  const newDirectory = useDirectories();
  let directory: string;
  let log: EmbeddedSpanLog;
  let listener: RecordingListener;

  const open = async (maxBytes: number, minFreeBytes = 0): Promise<void> => {
    directory = newDirectory();
    log = await openEmbeddedSpanLog(
      embeddedOptions(directory, { partitions: 1, maxBytes, minFreeBytes }),
    );
    listener = new RecordingListener();
    await log.subscription.start(listener);
  };

  const store = async (offset: number): Promise<void> => {
    await log.subscription.commit({ partition: 0, offset, metadata: '' });
  };

  afterEach(() => log.close());

  it('reuses the space of stored messages', async () => {
    await open(64 * MEBIBYTE);
    let bytes = 0;
    let end = 0;
    while (bytes < 160 * MEBIBYTE) {
      const records = Array.from({ length: 20 }, (_, index) =>
        spanRecord({ rows: randomBytes(1000 + ((end + index) % 17) * 20_000) }),
      );
      bytes += records.reduce((sum, { rows }) => sum + rows.byteLength, 0);
      const positions = await publishAll(log.publisher, records);
      end = (positions.at(-1)?.offset ?? 0) + 1;
      await store(end - 10);
    }

    expect(log.stats().fileBytes).toBeLessThan(40 * MEBIBYTE);
  });

  it('reports that it is full at its limit, loses nothing, and accepts spans again after some are stored', async () => {
    await open(16 * MEBIBYTE);
    const publish = () => log.publisher.publish([spanRecord({ rows: randomBytes(256 * 1024) })]);
    let published = 0;
    let outcome = await publish();
    while (outcome.status === 'published') {
      published += 1;
      outcome = await publish();
    }

    expect(outcome).toMatchObject({
      status: 'retryable',
      limit: 'no_room',
      reason: expect.stringContaining('the span log is full'),
    });
    await listener.received(published);
    expect(log.stats().fileBytes).toBeLessThanOrEqual(16 * MEBIBYTE);
    await store(published);
    while (outcome.status !== 'published') {
      await nextTurn();
      outcome = await publish();
    }
    expect(outcome.positions).toEqual([{ partition: 0, offset: published }]);
  });

  it('refuses spans while the disk has less free space than it must keep', async () => {
    await open(64 * MEBIBYTE, Number.MAX_SAFE_INTEGER);

    expect(await log.publisher.publish([spanRecord()])).toMatchObject({
      status: 'retryable',
      limit: 'no_room',
      reason: expect.stringMatching(/^the disk of .* is full: \d+ bytes are free$/),
    });
  });

  it('refuses spans while its directory is missing', async () => {
    await open(64 * MEBIBYTE);
    rmSync(directory, { recursive: true });

    expect(await log.publisher.publish([spanRecord()])).toMatchObject({
      status: 'retryable',
      reason: expect.stringContaining('cannot be written'),
    });
  });
});
