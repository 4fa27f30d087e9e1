import { FakeClock } from '@spanhouse/service-runtime/testing';
import { Registry } from 'prom-client';
import { toRateLimit } from './rate-limit-config.js';
import { createRateLimiter, type RateLimit } from './rate-limiter.js';

function setUp(limit: RateLimit) {
  const clock = new FakeClock();
  const registry = new Registry();
  const limiter = createRateLimiter({ rateClass: 'ingest', limit, clock, registry });
  const take = (project = 'a', count = 1) => {
    const decisions = Array.from({ length: count }, () => limiter.take(project));
    return decisions.map((decision) =>
      decision.status === 'admitted' ? decision.remaining : 'no',
    );
  };
  return { clock, registry, limiter, take };
}

describe('createRateLimiter', () => {
  it('admits a burst, then the configured rate, and never accumulates more than a burst', async () => {
    const { clock, take } = setUp({ requestsPerSecond: 2, burst: 3 });

    expect(take('a', 4)).toEqual([2, 1, 0, 'no']);
    await clock.advance(500);
    expect(take('a', 2)).toEqual([0, 'no']);
    await clock.advance(3_600_000);
    expect(take('a', 4)).toEqual([2, 1, 0, 'no']);
  });

  it('returns the whole seconds after which the next request is admitted', async () => {
    const { clock, limiter } = setUp({ requestsPerSecond: 0.1, burst: 1 });
    limiter.take('a');
    await clock.advance(500);

    expect(limiter.take('a')).toEqual({ status: 'exceeded', limit: 1, retryAfterSeconds: 10 });
    await clock.advance(9000);
    expect(limiter.take('a')).toMatchObject({ status: 'exceeded', retryAfterSeconds: 1 });
    await clock.advance(500);
    expect(limiter.take('a')).toEqual({ status: 'admitted', limit: 1, remaining: 0 });
  });

  it('has a bucket for each project', () => {
    const { take } = setUp({ requestsPerSecond: 1, burst: 1 });

    expect([take('a', 2), take('b', 2)]).toEqual([
      [0, 'no'],
      [0, 'no'],
    ]);
  });

  it('admits no additional request when the clock is set back', () => {
    const { clock, take } = setUp({ requestsPerSecond: 1, burst: 2 });
    take('a', 2);

    clock.setNowMs(clock.nowMs() - 60_000);

    expect(take('a', 2)).toEqual(['no', 'no']);
  });

  it('counts refused requests', async () => {
    const { registry, take } = setUp({ requestsPerSecond: 1, burst: 1 });
    const name = 'spanhouse_rate_limited_requests_total{class="ingest"}';
    expect(await registry.metrics()).toContain(`${name} 0`);

    take('a', 3);

    expect(await registry.metrics()).toContain(`${name} 2`);
  });

  it('keeps 10,000 projects, and evicts full buckets first and then the oldest bucket, which is counted', async () => {
    const { clock, registry, take } = setUp({ requestsPerSecond: 1, burst: 1 });
    const dropped = async () =>
      /buckets_dropped_total (\d+)/.exec(await registry.metrics())?.[1] ?? '';
    const fillUp = () => {
      for (let index = 0; index < 10_000; index++) {
        take(`project ${index}`);
      }
    };

    fillUp();
    await clock.advance(1000);
    take('one more');
    expect(await dropped()).toBe('0');
    fillUp();

    expect(await dropped()).toBe('1');
    expect(take('project 1')).toEqual(['no']);
  });
});

describe('toRateLimit', () => {
  it.each([
    [0, 0, undefined],
    [0, 5, undefined],
    [10, 0, { requestsPerSecond: 10, burst: 10 }],
    [0.5, 0, { requestsPerSecond: 0.5, burst: 1 }],
    [10, 100, { requestsPerSecond: 10, burst: 100 }],
  ])('converts %d a second with burst %d to a limit', (perSecond, burst, limit) => {
    expect(toRateLimit(perSecond, burst)).toEqual(limit);
  });
});
