import fc from 'fast-check';
import { idleGaps } from './idle-gaps.js';
import { anyTree } from './testing/any-tree.js';

function traceOf(spans: readonly (readonly [start: number, duration: number])[]) {
  return {
    start: Float64Array.from(spans, ([start]) => start),
    duration: Float64Array.from(spans, ([, duration]) => duration),
    length: Math.max(...spans.map(([start, duration]) => start + duration)),
  };
}

describe('idleGaps', () => {
  it('finds intervals that no span covers', () => {
    const trace = traceOf([
      [0, 10],
      [500, 100],
      [550, 200],
      [900, 100],
    ]);

    expect(idleGaps(trace)).toEqual([
      { from: 10, to: 500 },
      { from: 750, to: 900 },
    ]);
  });

  it('leaves out gaps of up to 5 % of the trace', () => {
    const trace = traceOf([
      [0, 450],
      [500, 500],
    ]);

    expect(idleGaps(trace)).toEqual([]);
  });

  it('finds gaps without running spans that begin and end at spans', () => {
    fc.assert(
      fc.property(anyTree(1000), (tree) => {
        const first = Math.min(...tree.start);
        const start = tree.start.map((ns) => ns - first);
        const spans = [...start].map((from, at) => [from, tree.duration[at] ?? 0] as const);
        const trace = traceOf(spans);
        for (const { from, to } of idleGaps(trace)) {
          expect(to - from).toBeGreaterThan(trace.length * 0.05);
          expect(spans.some(([begin, ns]) => begin + ns === from)).toBe(true);
          expect(spans.some(([begin]) => begin === to)).toBe(true);
          expect(spans.some(([begin, ns]) => begin < to && begin + ns > from)).toBe(false);
        }
      }),
    );
  });
});
