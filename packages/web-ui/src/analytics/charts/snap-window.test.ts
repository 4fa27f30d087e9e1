import fc from 'fast-check';
import { toIso, toMs } from '../../parts/values/format-time.js';
import { snapWindow } from './snap-window.js';

describe('snapWindow', () => {
  it('holds the range in at most sixty whole buckets', () => {
    const range = fc.tuple(fc.integer({ min: 0, max: 4e12 }), fc.integer({ min: 1, max: 4e11 }));
    fc.assert(
      fc.property(range, ([start, length]) => {
        const { from, to, intervalMs, bounds } = snapWindow({
          oldest: toIso(start),
          newest: toIso(start + length),
        });

        expect(from).toBeLessThanOrEqual(start);
        expect(to).toBeGreaterThanOrEqual(start + length);
        expect([from % intervalMs, to % intervalMs]).toEqual([0, 0]);
        expect((to - from) / intervalMs).toBeLessThanOrEqual(60);
        expect([toMs(bounds.oldest), toMs(bounds.newest)]).toEqual([from, to]);
      }),
    );
  });

  it('gives the same range a moment later', () => {
    const range = (newest: string) => snapWindow({ oldest: '2026-05-01T00:00:10Z', newest });

    expect(range('2026-05-02T00:00:10Z')).toEqual(range('2026-05-02T00:00:11Z'));
  });
});
