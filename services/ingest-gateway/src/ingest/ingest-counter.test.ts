import { FakeClock } from '@spanhouse/service-runtime/testing';
import { IngestCounter } from './ingest-counter.js';

function create() {
  const clock = new FakeClock();
  return { clock, counter: new IngestCounter(clock) };
}

describe('IngestCounter', () => {
  it('returns the rate of the last ten seconds', async () => {
    const { clock, counter } = create();
    for (let second = 0; second < 60; second += 1) {
      counter.accepted(second < 30 ? 1000 : 500);
      await clock.advance(1000);
    }

    expect(counter.read().acceptedPerSecond).toBe(500);
  });

  it('divides by the time since the start if it is shorter, but at least by one second', async () => {
    const { clock, counter } = create();
    counter.accepted(300);
    const atOnce = counter.read().acceptedPerSecond;
    await clock.advance(4000);

    expect([atOnce, counter.read().acceptedPerSecond]).toEqual([300, 75]);
  });

  it('is 0 ten seconds after the last span', async () => {
    const { clock, counter } = create();
    counter.accepted(300);
    await clock.advance(10_000);

    expect(counter.read().acceptedPerSecond).toBe(0);
  });

  it('counts dropped entries by code from the start on', async () => {
    const { clock, counter } = create();
    const entry = (code: 'invalid_time' | 'invalid_enum') => ({ code, message: 'x', index: 0 });
    counter.dropped([entry('invalid_time'), entry('invalid_enum')]);
    await clock.advance(3_600_000);
    counter.dropped([entry('invalid_time')]);

    expect([...counter.read().dropped]).toEqual([
      ['invalid_time', 2],
      ['invalid_enum', 1],
    ]);
  });
});
