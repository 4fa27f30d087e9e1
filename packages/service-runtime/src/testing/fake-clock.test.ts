import { FakeClock } from './fake-clock.js';

describe('FakeClock', () => {
  it('runs timers in the order of their time, each with its continuations before the next', async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    clock.setTimer(20, () => void seen.push('second'));
    void clock.sleep(10).then(async () => {
      seen.push('first');
      await clock.sleep(5);
      seen.push('between');
    });

    await clock.advance(30);

    expect(seen).toEqual(['first', 'between', 'second']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('runs no timer early and no cancelled timer', async () => {
    const clock = new FakeClock();
    const seen: string[] = [];
    clock.setTimer(10, () => void seen.push('due later'));
    clock.setTimer(5, () => void seen.push('cancelled')).cancel();

    await clock.advance(9);

    expect(seen).toEqual([]);
    expect(clock.nextTimerMs).toBe(1);
  });

  it('ends a sleep when its signal aborts', async () => {
    const clock = new FakeClock();
    const abort = new AbortController();
    const sleeping = clock.sleep(1000, abort.signal);

    abort.abort(new Error('stop'));

    await expect(sleeping).rejects.toThrow('stop');
    expect(clock.pendingTimers).toBe(0);
  });
});
