import fc from 'fast-check';
import { readTime, writeTime } from '../parts/values/format-time.js';
import { panned, windowAround, windowUpTo, writeTimeWindow, zoomed } from './time-window.js';

const hour = { oldest: '2026-05-01T10:00:00Z', newest: '2026-05-01T11:00:00Z' };

describe('a window', () => {
  it('moves by half of its length', () => {
    expect(writeTimeWindow(panned(hour, 1))).toBe(
      '2026-05-01T10:30:00.000000000Z..2026-05-01T11:30:00.000000000Z',
    );
    expect(writeTimeWindow(panned(hour, -1))).toBe(
      '2026-05-01T09:30:00.000000000Z..2026-05-01T10:30:00.000000000Z',
    );
  });

  it('keeps its length when it moves, and its middle when it is zoomed', () => {
    const times = fc.tuple(fc.bigInt(0n, 10n ** 18n), fc.bigInt(10n ** 10n, 10n ** 16n));
    fc.assert(
      fc.property(times, ([start, length]) => {
        const range = { oldest: writeTime(start), newest: writeTime(start + length) };
        const middle = 2n * start + length;

        const [moved, shorter, longer] = [
          panned(range, 1),
          zoomed(range, 'in'),
          zoomed(range, 'out'),
        ].map((window) => (window.kind === 'between' ? window : undefined));

        expect((moved?.newest ?? 0n) - (moved?.oldest ?? 0n)).toBe(length);
        for (const zoom of [shorter, longer]) {
          const off = (zoom?.oldest ?? 0n) + (zoom?.newest ?? 0n) - middle;
          expect(off >= -2n && off <= 2n).toBe(true);
        }
      }),
    );
  });

  it('is never zoomed to less than a second', () => {
    const second = { oldest: '2026-05-01T10:00:00Z', newest: '2026-05-01T10:00:01Z' };
    expect(writeTimeWindow(zoomed(second, 'in'))).toBe(
      '2026-05-01T10:00:00.000000000Z..2026-05-01T10:00:01.000000000Z',
    );
  });

  it('ends just after a moment, or lies around it', () => {
    const day = { kind: 'last', amount: 1, unit: 'd' } as const;
    expect(writeTimeWindow(windowUpTo(day, '2026-05-02T10:00:00Z'))).toBe(
      '2026-05-01T10:00:00.001000000Z..2026-05-02T10:00:00.001000000Z',
    );
    const noon = readTime('2026-05-01T12:00:00Z');
    expect(writeTimeWindow(windowAround(noon, 60_000_000_000n))).toBe(
      '2026-05-01T11:59:00.000000000Z..2026-05-01T12:01:00.000000000Z',
    );
  });
});
