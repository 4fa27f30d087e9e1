import { FakeClock } from '@spanhouse/service-runtime/testing';
import fc from 'fast-check';
import { Registry } from 'prom-client';
import { InFlightBytes } from './in-flight-bytes.js';
import type { BytesReservation } from './shared-bytes.js';

const MAX = 1000;

interface Held {
  readonly owner: string;
  readonly reservation: BytesReservation;
}

function isIdle(owner: string, held: readonly Held[]) {
  return held.every((other) => other.owner !== owner);
}

function setUp() {
  const clock = new FakeClock();
  const registry = new Registry();
  const inFlight = new InFlightBytes({ maxBytes: MAX, clock, registry });
  /** Requests bytes for an owner. Returns the reservation, or the reason for a refusal. */
  const ask = (owner: string, bytes: number): BytesReservation | string => {
    const reservation = inFlight.reserve(owner);
    if (reservation.resize(bytes)) {
      return reservation;
    }
    reservation.release();
    return reservation.refusal;
  };
  const hold = (owner: string, bytes: number): BytesReservation => {
    const held = ask(owner, bytes);
    if (typeof held === 'string') {
      throw new Error(`${owner} is refused: ${held}`);
    }
    return held;
  };
  return { clock, registry, inFlight, ask, hold };
}

describe('InFlightBytes', () => {
  it('gives three quarters of the budget to a single owner, and keeps the rest for another', () => {
    const { ask, hold } = setUp();
    hold('a', 600);
    hold('a', 150);

    expect(ask('a', 1)).toBe('overloaded');
    expect(ask('b', 250)).toMatchObject({});
    expect(ask('c', 1)).toBe('overloaded');
  });

  it('gives the whole budget to the only request', () => {
    const { hold, inFlight } = setUp();
    hold('a', 2 * MAX);

    expect(inFlight.heldBytes).toBe(2 * MAX);
  });

  it('limits an owner to its share as soon as another owner sends a request, and admits that request', () => {
    const { ask, hold } = setUp();
    const held = [1, 2, 3].map(() => hold('greedy', 250));
    const firstTry = ask('late', 300);
    held[0]?.release();

    expect(firstTry).toBe('overloaded');
    expect(ask('greedy', 250)).toBe('share_exhausted');
    expect(ask('late', 100)).toMatchObject({});
  });

  it('admits every owner above its share while half of the budget is free', () => {
    const { ask, hold } = setUp();
    for (const owner of ['b', 'c', 'd', 'e']) {
      hold(owner, 10);
    }
    hold('a', 200);

    expect(ask('a', 200)).toMatchObject({});
    expect(ask('a', 200)).toBe('share_exhausted');
    expect(ask('b', 150)).toMatchObject({});
  });

  it('admits the only request of an owner, however many owners share the budget', () => {
    const { ask, hold } = setUp();
    for (let at = 0; at < 10; at += 1) {
      hold(`owner ${at}`, 60);
    }

    expect(ask('another', 300)).toMatchObject({});
    expect(ask('another', 1)).toBe('share_exhausted');
  });

  it('reserves nothing for a request that is resized after its release', () => {
    const { hold, inFlight } = setUp();
    const reservation = hold('a', 100);
    reservation.release();

    expect(reservation.resize(200)).toBe(true);
    expect(inFlight.heldBytes).toBe(0);
  });

  it('forgets an owner without requests for ten seconds', async () => {
    const { ask, hold, clock } = setUp();
    hold('visitor', 10).release();
    hold('a', 500);
    const before = ask('a', 100);
    await clock.advance(11_001);

    expect(before).toBe('share_exhausted');
    expect(ask('a', 100)).toMatchObject({});
  });

  it('counts refusals by their reason, from 0', async () => {
    const { ask, hold, registry } = setUp();
    const before = await registry.metrics();
    hold('a', MAX);
    ask('b', 1);
    ask('a', 1);

    expect(before).toContain('http_bodies_refused_total{reason="share_exhausted"} 0');
    const after = await registry.metrics();
    expect(after).toContain('http_bodies_refused_total{reason="overloaded"} 1');
    expect(after).toContain('http_bodies_refused_total{reason="share_exhausted"} 1');
  });

  it('never exceeds its maximum, and never refuses free bytes to an idle owner', () => {
    const anyStep = fc.record({
      owner: fc.constantFrom('a', 'b', 'c'),
      bytes: fc.integer({ min: 1, max: MAX }),
      isRelease: fc.boolean(),
    });

    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
        const { inFlight, ask } = setUp();
        const held: Held[] = [];
        for (const { owner, bytes, isRelease } of steps) {
          if (isRelease) {
            held.shift()?.reservation.release();
          }
          const isEntitled = isIdle(owner, held) && bytes <= MAX - inFlight.heldBytes;
          const answer = ask(owner, bytes);
          if (typeof answer === 'object') {
            held.push({ owner, reservation: answer });
          }
          expect([isEntitled, typeof answer]).not.toEqual([true, 'string']);
          expect(inFlight.heldBytes).toBeLessThanOrEqual(MAX);
        }
      }),
    );
  });
});
