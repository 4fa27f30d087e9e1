import { FakeClock } from '@spanhouse/service-runtime/testing';
import { Settling } from './settling.js';

function settle(onRebalance: (() => Promise<void>) | undefined) {
  const clock = new FakeClock();
  const failures: unknown[] = [];
  const listener = {
    onAssigned: () => Promise.resolve(),
    onMessages: () => Promise.resolve(),
    ...(onRebalance && { onRebalance }),
  };
  const fail = (error: unknown) => void failures.push(error);
  return { settling: new Settling({ listener, clock, fail }), clock, failures };
}

describe('Settling', () => {
  it('delays no join when the listener has nothing to end', () => {
    expect(settle(undefined).settling.delaysJoin()).toBe(false);
  });

  it('delays joins until the listener has ended what is in flight', async () => {
    let end = (): void => undefined;
    const inFlight = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { settling } = settle(() => inFlight);

    const before = settling.delaysJoin();
    end();
    await new Promise(setImmediate);

    expect([before, settling.delaysJoin()]).toEqual([true, false]);
  });

  it('delays a few joins only, however long the listener takes', () => {
    const { settling } = settle(() => new Promise(() => undefined));

    let delays = 0;
    while (settling.delaysJoin()) delays += 1;

    expect(delays).toBeGreaterThan(1);
    expect(delays).toBeLessThan(20);
  });

  it('ends the subscription of a member that never asks to join again', async () => {
    const { clock, failures } = settle(() => Promise.resolve());

    await clock.advance(60_000);

    expect(failures).toMatchObject([{ code: 'LOG_UNAVAILABLE' }]);
  });

  it('fails nothing once the member has asked', async () => {
    const { settling, clock, failures } = settle(() => Promise.resolve());

    settling.end();
    await clock.advance(60_000);

    expect(failures).toEqual([]);
  });
});
