import { Registry } from 'prom-client';
import { createHttpMetrics } from './http-metrics.js';

describe('createHttpMetrics', () => {
  it('has one label for all methods that neither routes nor browsers use', async () => {
    const registry = new Registry();
    const metrics = createHttpMetrics(registry);

    for (const method of ['GET', 'PROPFIND', 'SEARCH']) {
      metrics.opened();
      metrics.answered({ method, route: 'unknown', status: 404, seconds: 0 });
    }

    const counts = (await registry.metrics()).match(/seconds_count{method="\w+"/g);
    expect(counts).toEqual(['seconds_count{method="GET"', 'seconds_count{method="other"']);
  });

  it('counts the requests that have no answer yet', async () => {
    const registry = new Registry();
    const metrics = createHttpMetrics(registry);
    const inFlight = async () =>
      /^http_requests_in_flight (\d+)$/m.exec(await registry.metrics())?.[1];

    metrics.opened();
    metrics.opened();
    expect(await inFlight()).toBe('2');

    metrics.answered({ method: 'GET', route: '/health', status: 200, seconds: 0 });
    expect(await inFlight()).toBe('1');
  });
});
