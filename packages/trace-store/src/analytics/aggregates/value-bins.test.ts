import { binEdges, binOf } from './value-bins.js';

describe('binEdges', () => {
  it('returns bins of equal width, or of equal ratio on a logarithmic scale', () => {
    expect(binEdges({ scale: 'linear', bins: 4 }, { min: -1, max: 1 })).toEqual([
      -1, -0.5, 0, 0.5, 1,
    ]);
    expect(binEdges({ scale: 'log', bins: 2 }, { min: 1, max: 16 })).toEqual([1, 4, 16]);
  });

  it('returns one bin for equal bounds, and no bin for bounds in the wrong order', () => {
    expect(binEdges({ scale: 'linear', bins: 9 }, { min: 2, max: 2 })).toEqual([2, 2]);
    expect(binEdges({ scale: 'linear', bins: 9 }, { min: 2, max: 1 })).toEqual([]);
  });

  it('keeps the edges in order between the smallest and the largest doubles', () => {
    const { MAX_VALUE, MIN_VALUE } = Number;
    const linear = binEdges({ scale: 'linear', bins: 256 }, { min: -MAX_VALUE, max: MAX_VALUE });
    const log = binEdges({ scale: 'log', bins: 256 }, { min: MIN_VALUE, max: MAX_VALUE });

    for (const edges of [linear, log]) {
      expect(edges).toHaveLength(257);
      expect(new Set(edges).size).toBe(257);
      expect(edges.toSorted((left, right) => left - right)).toEqual(edges);
    }
  });
});

describe('binOf', () => {
  it('finds the half-open bin of a value, and includes the upper edge in the last bin', () => {
    const found = [0, 1, 1.9, 2, 4, 4.1].map((value) => binOf(value, [1, 2, 4]));

    expect(found).toEqual([undefined, 0, 0, 1, 1, undefined]);
  });
});
