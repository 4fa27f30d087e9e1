import { generationOf, toLogOffset } from '@spanhouse/span-row';
import { describeOnClickHouse } from '@spanhouse/trace-store/testing';
import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import { useLedgerWorld } from './ledger-world.js';

/** A message with a ledger entry, possibly after messages without entries. */
interface Step {
  /** Number of offsets without entries before this message. */
  readonly holes: number;
  readonly writer: 'a' | 'b' | 'c';
  /** Count of the writer's message numbers that are missing before this message. */
  readonly skipped: number;
}

const few = fc.oneof(
  { weight: 4, arbitrary: fc.constant(0) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 3 }) },
);
const anySteps = fc.array(
  fc.record({ holes: few, writer: fc.constantFrom('a', 'b', 'c'), skipped: few }),
  { minLength: 1, maxLength: 25 },
);

interface ExpectedGap {
  readonly logOffset: bigint;
  readonly missing: number;
  readonly writer: string | undefined;
}

/**
 * Finds the gaps message by message. A writer's missing message numbers count only if there are more of them than
 * offsets that are missing since the writer's last message. The gap is the difference.
 */
function gapsOf(entries: readonly LedgerEntry[]): readonly ExpectedGap[] {
  const gaps: ExpectedGap[] = [];
  for (const [index, { logOffset, origin }] of entries.entries()) {
    const earlier = entries.slice(0, index);
    const previous = earlier.at(-1)?.logOffset;
    const holes = previous === undefined ? 0 : Number(logOffset - previous) - 1;
    if (holes > 0) {
      gaps.push({ logOffset, missing: holes, writer: undefined });
    }
    const ofWriter = earlier.findLast((entry) => entry.origin?.writer === origin?.writer);
    if (ofWriter?.origin === undefined || origin === undefined) {
      continue;
    }
    const since = gaps
      .filter((gap) => gap.writer === undefined && gap.logOffset > ofWriter.logOffset)
      .reduce((sum, { missing }) => sum + missing, 0);
    const numbers = origin.number - ofWriter.origin.number - 1 - since;
    if (numbers > 0) {
      gaps.push({ logOffset, missing: numbers, writer: origin.writer });
    }
  }
  return gaps;
}

describeOnClickHouse('the gaps of the ledger', (url, runs) => {
  const world = useLedgerWorld(url);
  /** Enters messages without spans. */
  const enter = async (steps: readonly Step[]) => {
    const numbers = new Map<string, number>();
    const entries: LedgerEntry[] = [];
    for (const { holes, writer, skipped } of steps) {
      for (let hole = 0; hole < holes; hole += 1) {
        world.skip();
      }
      const number = (numbers.get(writer) ?? 0) + 1 + skipped;
      numbers.set(writer, number);
      entries.push(...(await world.store([{ stored: [], entry: { origin: { writer, number } } }])));
    }
    await world.ledger.enter(entries);
    return entries;
  };
  const plain: Step = { holes: 0, writer: 'a', skipped: 0 };

  it('are missing offsets and numbers before messages, and count each missing message once', async () => {
    const property = fc.asyncProperty(anySteps, async (steps) => {
      world.renew();
      const expected = gapsOf(await enter(steps));

      for (const by of ['time', 'position'] as const) {
        const { gaps, missing } = await world.balance(by);
        const found = gaps.map((gap) => ({
          logOffset: gap.logOffset,
          missing: gap.missing,
          writer: gap.writer,
        }));
        expect(found).toEqual(expected);
        expect(missing).toBe(expected.reduce((sum, gap) => sum + gap.missing, 0));
      }
    });

    await fc.assert(property, { numRuns: runs(20) });
  });

  it('are listed up to a hundred, and counted completely', async () => {
    const entries = await enter([plain, ...new Array<Step>(120).fill({ ...plain, holes: 2 })]);

    const { gaps, missing } = await world.balance();

    expect(missing).toBe(240);
    expect(gaps.map(({ logOffset }) => logOffset)).toEqual(
      entries.slice(1, 101).map(({ logOffset }) => logOffset),
    );
  });

  it('belong to the time of the next message, even if times and offsets are ordered differently', async () => {
    const later = 30_000_000_000n;
    const steps = [plain, plain, { ...plain, holes: 1 }, plain, { ...plain, skipped: 4 }, plain];
    const entries = await enter(steps);
    const mixed = entries.map((entry, index) => ({
      ...entry,
      receivedAt: entry.receivedAt + (index % 2 === 0 ? later : 0n),
    }));
    await world.ledger.enter(mixed);

    const halves = await Promise.all([
      world.balanceWithin(world.minute, world.minute + later),
      world.balanceWithin(world.minute + later, world.minute + 2n * later),
    ]);

    expect(halves.map(({ missing }) => missing)).toEqual([0, 5]);
  });

  it('are not reported before the first message or between two logs', async () => {
    await enter([{ ...plain, holes: 3 }, plain]);
    const ofNextLog = {
      logOffset: toLogOffset(generationOf(world.here()) + 1n, 5),
      origin: undefined,
    };
    await world.ledger.enter(await world.store([{ stored: [], entry: ofNextLog }]));

    expect(await world.balance()).toMatchObject({ gaps: [], missing: 0 });
  });
});

describeOnClickHouse('the position before which messages are entered', (url) => {
  const world = useLedgerWorld(url);
  it('is after the last entry that is committed', async () => {
    const entries = await world.store([{ stored: [] }, { stored: [] }, { stored: [] }]);
    const before = await world.entered();
    await world.ledger.enter(entries.slice(0, 2));
    const two = await world.entered();
    await world.ledger.enter(entries.slice(2));

    const [, second, third] = entries;
    expect(before).toBeUndefined();
    expect(two).toBe(third?.logOffset);
    expect(await world.entered(third?.logOffset)).toBe(third?.logOffset);
    expect(await world.entered(second?.logOffset)).toBe(second?.logOffset);
    expect(await world.entered()).toBe(world.here());
  });

  it('is unknown for a partition without entries for its last messages', async () => {
    await world.ledger.enter(await world.store([{ stored: [] }]));

    expect(await world.entered(world.here() + 9_999n)).toBe(world.here());
    expect(await world.entered(world.here() + 10_000n)).toBeUndefined();
  });
});
