import { FakeClock } from '@spanhouse/service-runtime/testing';
import { UsedTime } from './used-time.js';

describe('UsedTime', () => {
  it('counts the time of parallel statements once, and no time between statements', async () => {
    const clock = new FakeClock();
    const time = new UsedTime(clock);

    time.start();
    await clock.advance(100);
    expect(time.start()).toBe(100);
    await clock.advance(100);
    time.stop();
    await clock.advance(100);
    time.stop();
    await clock.advance(1000);

    expect(time.start()).toBe(300);
  });

  it('starts at 0 after a reset', async () => {
    const clock = new FakeClock();
    const time = new UsedTime(clock);
    time.start();
    await clock.advance(100);
    time.reset();
    await clock.advance(10);
    time.stop();

    expect(time.start()).toBe(10);
  });
});
