import fc from 'fast-check';
import { sortByStart } from './sort-by-start.js';

describe('sortByStart', () => {
  it('sorts positions by start and keeps the order of equal starts', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20)), fc.boolean(), (starts, isSorted) => {
        const start = Float64Array.from(isSorted ? starts.toSorted((a, b) => a - b) : starts);
        const positions = Int32Array.from(start.keys());

        const sorted = sortByStart(positions, start);

        expect([...sorted]).toEqual(
          [...start.keys()].toSorted((a, b) => (start[a] ?? 0) - (start[b] ?? 0) || a - b),
        );
      }),
    );
  });
});
