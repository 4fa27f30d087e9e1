import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FakeClock, waitUntil } from '@spanhouse/service-runtime/testing';
import type { DeadLetter } from '../../src/dead-letter-sink.js';
import { type EmbeddedSpanLog, openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import { embeddedOptions } from './embedded-options.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const limits = { maxBytes: 100_000, maxAgeMs: 10 * DAY_MS };

function letterAt(offset: number): DeadLetter {
  return {
    origin: { partition: 1, offset },
    firstRow: 0,
    rowCount: 2,
    stage: 'insert',
    reason: 'refused',
    bytes: Buffer.alloc(10_000),
    rowSchemaVersion: 2,
    projectId: '00000000-0000-0000-0000-000000000000',
  };
}

describe('the dead letters of the embedded span log', () => {
  const clock = new FakeClock();
  let directory: string;
  let log: EmbeddedSpanLog;

  const open = async () => {
    log = await openEmbeddedSpanLog(embeddedOptions(directory, { clock, deadLetters: limits }));
  };
  const offsets = () => log.listDeadLetters({ limit: 1000 }).map(({ origin }) => origin.offset);

  beforeEach(async () => {
    directory = mkdtempSync(join(tmpdir(), 'span-log-'));
    await open();
  });
  afterEach(async () => {
    await log.close();
    rmSync(directory, { recursive: true, force: true });
  });

  it('never take more than their share of the log: the oldest are removed and counted', async () => {
    for (let put = 0; put < 50; put++) {
      await clock.advance(1);
      await log.deadLetters.put([letterAt(49 - put)]);
    }

    const { bytes, removed } = log.deadLetterStats();
    expect(bytes).toBeLessThanOrEqual(limits.maxBytes);
    expect(offsets()).toEqual(Array.from({ length: offsets().length }, (_, index) => index));
    expect(offsets().length).toBeGreaterThanOrEqual(8);
    expect(offsets().length).toBeLessThan(10); // ten letters with their headers exceed the limit
    expect(removed).toEqual({ age: 0, bytes: 2 * (50 - offsets().length) });
  });

  it('are removed at their age, also after a restart', async () => {
    await log.deadLetters.put([letterAt(1)]);
    await clock.advance(9 * DAY_MS);
    await log.deadLetters.put([letterAt(2)]);
    await log.close();
    await open();
    await clock.advance(DAY_MS + HOUR_MS);

    await log.deadLetters.put([letterAt(3)]);

    expect(offsets()).toEqual([2, 3]);
    expect(log.deadLetterStats().removed).toEqual({ age: 2, bytes: 0 });
  });

  it('are removed at their age if no further letter arrives', async () => {
    await log.deadLetters.put([letterAt(1)]);

    await clock.advance(limits.maxAgeMs - HOUR_MS);
    const before = offsets();
    await clock.advance(2 * HOUR_MS);

    expect(before).toEqual([1]);
    await waitUntil('the letter is removed', async () => offsets().length === 0);
    expect(log.deadLetterStats()).toEqual({ bytes: 0, removed: { age: 2, bytes: 0 } });
  });
});
