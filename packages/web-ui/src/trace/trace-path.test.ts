import { bySpan, longestOf, sectionsOf, tracePath } from './trace-path.js';

describe('tracePath', () => {
  it('groups the sections of the path by span, and sums their time', () => {
    const path = tracePath({
      parent: Int32Array.from([-1, 0]),
      start: Float64Array.from([0, 100]),
      duration: Float64Array.from([1000, 500]),
      length: 1000,
    });

    expect(sectionsOf(path, 0)).toEqual([
      { from: 0, to: 100 },
      { from: 600, to: 1000 },
    ]);
    expect(sectionsOf(path, 1)).toEqual([{ from: 100, to: 600 }]);
    expect([...path.time]).toEqual([500, 500]);
  });

  it('joins sections of a span that are too close to be seen apart, and keeps their exact time', () => {
    const from = Float64Array.from({ length: 5000 }, (_, at) => 10 * at);
    const sections = { span: new Int32Array(5000), from, to: from.map((start) => start + 9) };

    const path = bySpan(sections, { count: 1, length: 50_000 });

    expect(sectionsOf(path, 0)).toEqual([{ from: 0, to: 49_999 }]);
    expect(path.time[0]).toBe(45_000);
  });
});

describe('longestOf', () => {
  it('finds the span with the most time, and its share of all', () => {
    expect(longestOf(Float64Array.from([1, 6, 3]))).toEqual({ at: 1, share: 0.6 });
  });

  it('finds no share in a path without time', () => {
    expect(longestOf(new Float64Array(2))).toEqual({ at: 0, share: 0 });
  });
});
