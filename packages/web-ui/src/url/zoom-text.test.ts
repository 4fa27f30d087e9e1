import fc from 'fast-check';
import { readZoom, scaleZoom, shiftZoom, writeZoom } from './zoom-text.js';

const length = 1_000_000;
const anyZoom = fc
  .tuple(fc.nat(length - 100), fc.integer({ min: 10, max: length }))
  .map(([from, size]) => ({ from, to: Math.min(length, from + size) }));

describe('readZoom', () => {
  it('reads what writeZoom writes', () => {
    fc.assert(
      fc.property(anyZoom, (zoom) => {
        expect(readZoom(writeZoom(zoom, length), length)).toEqual(zoom);
      }),
    );
  });

  it.each(['', 'x', '5-5', '9-3', '-1-5', '1e3-5'])('shows everything for %j', (text) => {
    expect(readZoom(text, length)).toEqual({ from: 0, to: length });
  });

  it('ends with the trace', () => {
    expect(readZoom('10-9999999', length)).toEqual({ from: 10, to: length });
  });
});

describe('scaleZoom and shiftZoom', () => {
  it('stay inside the trace, and shifting keeps the length', () => {
    const factor = fc.double({ min: 0.01, max: 100, noNaN: true });
    fc.assert(
      fc.property(
        anyZoom,
        factor,
        fc.double({ min: -3, max: 3, noNaN: true }),
        (zoom, by, share) => {
          for (const { from, to } of [
            scaleZoom(zoom, by, length),
            shiftZoom(zoom, share, length),
          ]) {
            expect(from).toBeGreaterThanOrEqual(0);
            expect(to).toBeLessThanOrEqual(length + 1e-6);
            expect(to - from).toBeGreaterThan(9.99);
          }
          const shifted = shiftZoom(zoom, share, length);
          expect(shifted.to - shifted.from).toBeCloseTo(zoom.to - zoom.from, 5);
        },
      ),
    );
  });
});
