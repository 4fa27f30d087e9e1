import fc from 'fast-check';
import { foldRepeats } from './fold-repeats.js';

/** Creates roots with these names, in order. */
function roots(names: readonly number[], duration: (at: number) => number = () => 1) {
  return {
    parent: Int32Array.from(names, () => -1),
    name: Int32Array.from(names),
    duration: Float64Array.from(names, (_, at) => duration(at)),
  };
}

describe('foldRepeats', () => {
  it('does not fold twenty siblings with the same name', () => {
    expect(foldRepeats(roots([1, ...Array(20).fill(2), 3]))).toEqual([]);
  });

  it('folds more than twenty siblings, with their sum and percentiles', () => {
    const [found] = foldRepeats(roots([9, ...Array(22).fill(7)], (at) => at * 10));

    expect(found).toEqual({
      spans: Int32Array.from({ length: 22 }, (_, at) => at + 1),
      sum: 2530,
      p50: 115,
      p95: expect.closeTo(209.5),
    });
  });

  it('folds siblings that are separated only by their descendants', () => {
    // Each of 30 siblings has a child of the same name.
    const rows = Array.from({ length: 30 }, (_, at) => [-1, 2 * at] as const).flat();
    const tree = { ...roots(Array(60).fill(7)), parent: Int32Array.from(rows) };

    const found = foldRepeats(tree);

    expect(found.map(({ spans }) => [...spans])).toEqual([
      Array.from({ length: 30 }, (_, at) => 2 * at),
    ]);
  });

  it('finds every run that is long enough exactly once', () => {
    const anyRuns = fc.array(fc.tuple(fc.nat(3), fc.integer({ min: 1, max: 40 })));
    fc.assert(
      fc.property(anyRuns, (runs) => {
        // Neighbouring runs with the same name count as one run.
        const names = runs.flatMap(([name, times]) => Array<number>(times).fill(name));
        const expected: number[][] = [];
        for (const [at, name] of names.entries()) {
          const run = names[at - 1] === name ? expected.pop() : undefined;
          expected.push([...(run ?? []), at]);
        }

        expect(foldRepeats(roots(names)).map(({ spans }) => [...spans])).toEqual(
          expected.filter((run) => run.length > 20),
        );
      }),
    );
  });

  it('folds 500,000 siblings', () => {
    expect(foldRepeats(roots(Array(500_000).fill(1)))).toHaveLength(1);
  });
});
