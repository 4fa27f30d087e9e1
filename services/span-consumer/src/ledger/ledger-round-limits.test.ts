import { emptyBalance, noSums } from '@spanhouse/trace-store/testing';
import { createRounds, unbalanced, withGap } from '../testing/ledger-rounds-world.js';

const HOUR_MS = 3_600_000;

describe('a round of the ledger', () => {
  it('divides the entered messages into portions, and leaves the rest to the next round', async () => {
    const { begin, run, asked, log, rounds } = createRounds();
    await begin();
    log.committed = [10 + 1_000_000, 4 + 30_000];
    await run();
    const first = asked() as { from: bigint[]; to: bigint[] }[];
    await run();
    const second = asked() as { from: bigint[]; to: bigint[] }[];

    const sizes = [...first, ...second].map(({ from, to }) =>
      to.reduce((sum, end, partition) => sum + Number(end - (from[partition] ?? 0n)), 0),
    );
    expect(first).toHaveLength(50);
    expect(sizes.every((size) => size <= 20_000)).toBe(true);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(1_030_000);
    expect([...first, ...second].slice(1).map(({ from }) => from)).toEqual(
      [...first, ...second].slice(0, -1).map(({ to }) => to),
    );
    expect(rounds).toMatchObject([
      { uncompared: 30_000, reached: new Set(['messages']) },
      { uncompared: 0, reached: new Set() },
    ]);
  });

  it('counts all spans if not all messages are named, and compares them again as a whole', async () => {
    const { begin, run, asked, clock, unaccounted, runAndFind } = createRounds();
    await begin();
    const [whole] = await runAndFind(() => unbalanced(clock, [7, 7], 700));

    await run();

    expect(asked()).toEqual([whole]);
    expect(unaccounted()).toEqual([700, 700]);
  });

  it('counts all missing messages if not all gaps are named', async () => {
    const { begin, run, asked, clock, unaccounted, runAndFind } = createRounds();
    await begin();
    const [whole] = await runAndFind(() => ({ ...withGap(clock, 4), missing: 1000 }));

    await run();

    expect(asked()).toEqual([whole]);
    expect(unaccounted()).toEqual([1000, 1000]);
  });

  it('repeats the hundred oldest comparisons of findings', async () => {
    const { begin, run, asked, audit, clock, rounds, runAndFind } = createRounds();
    await begin();
    await runAndFind(() => unbalanced(clock, new Array(250).fill(1)));
    audit.answer = (selection) => {
      const index = 'oldest' in selection ? Number(selection.oldest - clock.nowNs()) : 0;
      const all = unbalanced(clock, new Array(250).fill(1));
      const named = all.unbalanced.slice(index, index + 1);
      return { ...all, unbalanced: named, sums: { ...noSums, unaccounted: 1 } };
    };

    const looks = [];
    for (let round = 0; round < 3; round += 1) {
      await run();
      looks.push(asked());
    }

    expect(looks.map(({ length }) => length)).toEqual([100, 100, 100]);
    expect(new Set(looks.flat().map((look) => ('oldest' in look ? look.oldest : 0n))).size).toBe(
      250,
    );
    expect(rounds.at(-1)).toMatchObject({ unaccounted: 250, reached: new Set(['looks']) });
  });

  it('keeps a thousand findings and the number of spans of all others, and reports the limit', async () => {
    const { begin, run, audit, clock, rounds, runAndFind } = createRounds();
    await begin();
    await runAndFind(() => unbalanced(clock, new Array(1005).fill(2)));
    audit.answer = () => emptyBalance;
    for (let round = 0; round < 10; round += 1) {
      await run();
    }
    await clock.advance(24 * HOUR_MS + 1);
    await run();

    expect(rounds[0]).toMatchObject({ unaccounted: 2010, reached: new Set(['findings']) });
    expect(rounds[10]).toMatchObject({ unaccounted: 10, reached: new Set() });
    expect(rounds[11]).toMatchObject({ unaccounted: 0, reached: new Set() });
  });
});
