import fc from 'fast-check';
import { createBackoff } from './backoff.js';

describe('createBackoff', () => {
  it('doubles up to the cap, and starts again from the initial delay after a reset', () => {
    const backoff = createBackoff({ initialMs: 100, maxMs: 500, random: () => 1 });

    expect([1, 2, 3, 4, 5].map(() => backoff.nextDelayMs())).toEqual([100, 200, 400, 500, 500]);
    backoff.reset();
    expect(backoff.nextDelayMs()).toBe(100);
  });

  it('stays between half of the ceiling and the ceiling, and never exceeds the cap', () => {
    const inputs = fc.record({
      initialMs: fc.integer({ min: 1, max: 10_000 }),
      maxMs: fc.integer({ min: 1, max: 100_000 }),
      rolls: fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), { maxLength: 80 }),
    });

    fc.assert(
      fc.property(inputs, ({ initialMs, maxMs, rolls }) => {
        let next = 0;
        const backoff = createBackoff({ initialMs, maxMs, random: () => rolls[next++] ?? 0 });
        for (const [step] of rolls.entries()) {
          const ceilingMs = Math.min(initialMs * 2 ** step, maxMs);
          const delayMs = backoff.nextDelayMs();
          expect(delayMs).toBeLessThanOrEqual(ceilingMs);
          expect(delayMs).toBeGreaterThanOrEqual(Math.floor(ceilingMs / 2));
        }
      }),
    );
  });
});
