import { FakeClock } from '@spanhouse/service-runtime/testing';
import { RebalanceDrain } from './rebalance-drain.js';

function drainWith(onRebalance: (() => Promise<void>) | undefined) {
  const clock = new FakeClock();
  const failures: unknown[] = [];
  const listener = {
    onAssigned: () => Promise.resolve(),
    onLost: () => Promise.resolve(),
    onMessages: () => Promise.resolve(),
    ...(onRebalance && { onRebalance }),
  };
  const fail = (error: unknown) => void failures.push(error);
  return { drain: new RebalanceDrain({ listener, clock, fail }), clock, failures };
}

describe('RebalanceDrain', () => {
  it('delays no join when the listener has no onRebalance', () => {
    expect(drainWith(undefined).drain.delaysJoin()).toBe(false);
  });

  it('delays joins until the listener has finished its work in flight', async () => {
    let end = (): void => undefined;
    const inFlight = new Promise<void>((resolve) => {
      end = resolve;
    });
    const { drain } = drainWith(() => inFlight);

    const before = drain.delaysJoin();
    end();
    await new Promise(setImmediate);

    expect([before, drain.delaysJoin()]).toEqual([true, false]);
  });

  it('delays only a few joins of a slow listener', () => {
    const { drain } = drainWith(() => new Promise(() => undefined));

    let delays = 0;
    while (drain.delaysJoin()) {
      delays += 1;
    }

    expect(delays).toBeGreaterThan(1);
    expect(delays).toBeLessThan(20);
  });

  it('ends the subscription of a member that never asks to join again', async () => {
    const { clock, failures } = drainWith(() => Promise.resolve());

    await clock.advance(60_000);

    expect(failures).toMatchObject([{ code: 'LOG_UNAVAILABLE' }]);
  });

  it('does not fail a member that has asked to join', async () => {
    const { drain, clock, failures } = drainWith(() => Promise.resolve());

    drain.end();
    await clock.advance(60_000);

    expect(failures).toEqual([]);
  });
});
