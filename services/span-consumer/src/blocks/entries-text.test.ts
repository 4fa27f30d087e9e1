import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import { packEntries, unpackEntries } from './commit-metadata.js';

const source = { logId: 'the-log', partition: 3 };

const anyOrigin = fc.record({ writer: fc.string({ maxLength: 20 }), number: fc.maxSafeNat() });

const anyEntry: fc.Arbitrary<LedgerEntry> = fc.record({
  logId: fc.constant(source.logId),
  logPartition: fc.constant(source.partition),
  logOffset: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  blockOffset: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
  projectId: fc.string({ maxLength: 40 }),
  receivedAt: fc.bigInt({ min: 0n, max: 2n ** 63n - 1n }),
  isRetry: fc.boolean(),
  spanCount: fc.nat(),
  retentionDays: fc.option(fc.nat({ max: 40_000 }), { nil: undefined }),
  origin: fc.option(anyOrigin, { nil: undefined }),
});

/** Returns the entries of a typical block: messages from one gateway that arrive a few milliseconds apart. */
function usualEntries(count: number): readonly LedgerEntry[] {
  return Array.from({ length: count }, (_, index) => ({
    logId: source.logId,
    logPartition: source.partition,
    logOffset: 281_474_976_810_656n + BigInt(index),
    blockOffset: 281_474_976_810_656n,
    projectId: '01900000-0000-7000-8000-000000000000',
    receivedAt: 1_777_629_600_000_000_000n + BigInt(Math.round(index * 5e6 + Math.random() * 4e6)),
    isRetry: false,
    spanCount: 100,
    retentionDays: 30,
    origin: { writer: '0123456789ab.0', number: 100_000 + index },
  }));
}

describe('packEntries', () => {
  it('keeps every member of every entry in one line', () => {
    fc.assert(
      fc.property(fc.array(anyEntry, { minLength: 1, maxLength: 30 }), (entries) => {
        const line = packEntries(entries);

        expect(line).not.toContain('\n');
        expect(unpackEntries(line, source)).toEqual(entries);
      }),
    );
  });

  it('needs fewer than nine characters for an entry of a typical block', () => {
    expect(packEntries(usualEntries(100)).length).toBeLessThan(900);
  });

  it.each([
    ['nothing', ''],
    ['text', 'a note of another program'],
    ['half a line', packEntries(usualEntries(100)).slice(0, 300)],
    ['the base64 of something else', Buffer.from('{"version":1}').toString('base64')],
  ])('is not undone for %s', (_, line) => {
    expect(unpackEntries(line, source)).toBeUndefined();
  });
});
