import { FakeClock } from '@spanhouse/service-runtime/testing';
import fc from 'fast-check';
import { createReceiptClock } from './receipt-clock.js';

describe('createReceiptClock', () => {
  it('strictly increases, even if the wall clock is set back', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -1e6, max: 1e6 }), { minLength: 2 }), (jumps) => {
        const wall = new FakeClock();
        const receipts = createReceiptClock(wall);
        let last = receipts.next();
        for (const jumpMs of jumps) {
          wall.setNowMs(wall.nowMs() + jumpMs);
          const next = receipts.next();
          expect(next > last).toBe(true);
          last = next;
        }
      }),
    );
  });

  it('follows the wall clock while it moves forward', async () => {
    const wall = new FakeClock(1000);
    const receipts = createReceiptClock(wall);

    expect(receipts.next()).toBe(1_000_000_000n);
    expect(receipts.next()).toBe(1_000_000_001n);
    await wall.advance(5);
    expect(receipts.next()).toBe(1_005_000_000n);
  });

  it('continues after the last time of an earlier process, whose wall clock was ahead', () => {
    const wall = new FakeClock(1000);
    const anHourAhead = wall.nowNs() + 3_600_000_000_000n;

    expect(createReceiptClock(wall, anHourAhead).next()).toBe(anHourAhead + 1n);
  });

  it('ignores a time of an earlier process that is more than a day ahead', () => {
    const wall = new FakeClock(1000);
    const twoDaysAhead = wall.nowNs() + 172_800_000_000_000n;

    expect(createReceiptClock(wall, twoDaysAhead).next()).toBe(wall.nowNs());
  });
});
