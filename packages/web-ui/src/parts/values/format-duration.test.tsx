import fc from 'fast-check';
import { writeDuration, writeExactDuration } from './write-value.js';

describe('writeDuration', () => {
  it.each([
    [0n, '0 ns'],
    [999n, '999 ns'],
    [1000n, '1 µs'],
    [1240n, '1.24 µs'],
    [999_400n, '999 µs'],
    [999_500n, '1 ms'],
    [12_340_000n, '12.3 ms'],
    [1_000_000_000n, '1.00 s'],
    [9_200_000_000n, '9.20 s'],
    [59_999_999_999n, '60.0 s'],
    [60_000_000_000n, '1 min'],
    [125_000_000_000n, '2 min 5 s'],
    [12_000_000_000_000n, '3 h 20 min'],
    [-1500n, '-1.5 µs'],
  ])('writes %s ns as %s', (ns, text) => {
    expect(writeDuration(ns)).toBe(text);
  });
});

describe('writeExactDuration', () => {
  it('keeps every nanosecond', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n }), (ns) => {
        const text = writeExactDuration(ns).replace(' s', '').replace('.', '');

        expect(BigInt(text)).toBe(ns);
      }),
    );
  });
});
