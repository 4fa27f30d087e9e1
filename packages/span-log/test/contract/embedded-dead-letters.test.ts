import { FakeClock, waitUntil } from '@spanhouse/service-runtime/testing';
import { type EmbeddedSpanLog, openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import { openLogStore } from '../../src/embedded/log-store.js';
import { readLetters } from '../../src/testing/read-letters.js';
import { letterAt } from './dead-letters-contract.js';
import { embeddedOptions, useDirectories } from './embedded-options.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const limits = { maxBytes: 100_000, maxAgeMs: 10 * DAY_MS };

function bigLetterAt(offset: number) {
  return letterAt(offset, { rowCount: 2, bytes: Buffer.alloc(10_000) });
}

describe('the dead letters of the embedded span log', () => {
  const clock = new FakeClock();
  const newDirectory = useDirectories();
  let directory: string;
  let log: EmbeddedSpanLog;

  const open = async () => {
    log = await openEmbeddedSpanLog(embeddedOptions(directory, { clock, deadLetters: limits }));
  };
  const offsets = async () =>
    (await readLetters(log.deadLetters)).map(({ origin }) => origin.offset).reverse();

  beforeEach(async () => {
    directory = newDirectory();
    await open();
  });
  afterEach(() => log.close());

  it('never exceed their share of the log, because the oldest are removed and counted', async () => {
    for (let put = 0; put < 50; put++) {
      await clock.advance(1);
      await log.deadLetters.put([bigLetterAt(49 - put)]);
    }

    const { bytes, removed } = log.deadLetterStats();
    expect(bytes).toBeLessThanOrEqual(limits.maxBytes);
    const left = await offsets();
    expect(left).toEqual(
      Array.from({ length: left.length }, (_, index) => left.length - 1 - index),
    );
    expect(left.length).toBeGreaterThanOrEqual(8);
    expect(left.length).toBeLessThan(10); // ten letters with their headers exceed the limit
    expect(removed).toEqual({ age: 0, bytes: 2 * (50 - left.length) });
  });

  it('are removed at the maximum age, even after a restart', async () => {
    await log.deadLetters.put([bigLetterAt(1)]);
    await clock.advance(9 * DAY_MS);
    await log.deadLetters.put([bigLetterAt(2)]);
    await log.close();
    await open();
    await clock.advance(DAY_MS + HOUR_MS);

    await log.deadLetters.put([bigLetterAt(3)]);

    expect(await offsets()).toEqual([2, 3]);
    expect(log.deadLetterStats().removed).toEqual({ age: 2, bytes: 0 });
  });

  it('are removed at the maximum age if no further letter arrives', async () => {
    await log.deadLetters.put([bigLetterAt(1)]);

    await clock.advance(limits.maxAgeMs - HOUR_MS);
    const before = await offsets();
    await clock.advance(2 * HOUR_MS);

    expect(before).toEqual([1]);
    await waitUntil('the letter is removed', async () => (await offsets()).length === 0);
    expect(log.deadLetterStats()).toEqual({ bytes: 0, removed: { age: 2, bytes: 0 } });
  });

  it('are listed if an earlier version put them without an index by time', async () => {
    await log.deadLetters.put([bigLetterAt(1), bigLetterAt(2)]);
    await log.deadLetters.settle([{ letterId: '4-1-1-3', origin: { partition: 1, offset: 9 } }]);
    await log.close();
    const store = await openLogStore({
      directory,
      mapBytes: 2 ** 30,
      preallocatedBytes: 0,
      minFreeBytes: 0,
    });
    await store.letterTimes.clearAsync();
    await store.close();

    await open();

    expect(await offsets()).toEqual([2]);
  });

  it('are read in portions, so that even an empty page leads to the next page', async () => {
    const others = Array.from({ length: 2000 }, (_, index) =>
      letterAt(10 + index, { bytes: Buffer.alloc(1), projectId: 'other', reason: '' }),
    );
    await log.close();
    log = await openEmbeddedSpanLog(embeddedOptions(directory, { clock }));
    await log.deadLetters.put([letterAt(1)]);
    await clock.advance(1);
    await log.deadLetters.put(others);
    const { projectId } = letterAt(1);
    const { signal } = new AbortController();

    const first = await log.deadLetters.list({ projectId, limit: 10 }, signal);
    const second = await log.deadLetters.list({ projectId, limit: 10, after: first.next }, signal);

    expect(first).toMatchObject({ letters: [], next: { recordedAtMs: expect.any(Number) } });
    expect(second).toMatchObject({ letters: [{ id: '4-1-1-3' }], next: undefined });
    expect(await log.deadLetters.find('4-1-1-3', signal)).toBeDefined();
  });
});
