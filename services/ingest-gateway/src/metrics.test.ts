import { DeferredSpanPublisher } from '@spanhouse/span-log/deferred-publisher';
import { InMemorySpanLog } from '@spanhouse/span-log/testing';
import { Registry } from 'prom-client';
import { registerLogMetrics } from './metrics.js';
import { countOf } from './testing/span-account.js';

describe('registerLogMetrics', () => {
  it('does not show a limit of the bytes in flight until the log is reached', async () => {
    const registry = new Registry();
    const publisher = new DeferredSpanPublisher();
    const log = new InMemorySpanLog();
    registerLogMetrics(registry, publisher);
    const limit = () => countOf(registry, 'spanhouse_log_in_flight_limit_bytes');

    const before = await limit();
    await publisher.resolve(Object.assign(log, { maxInFlightBytes: 1000 }));

    expect([before, await limit()]).toEqual([0, 1000]);
  });
});
