import { Registry } from 'prom-client';
import { createHealth } from './health.js';
import { registerHealthMetrics } from './health-metrics.js';

describe('registerHealthMetrics', () => {
  it('reports readiness and the state of each dependency at the time of the scrape', async () => {
    const registry = new Registry();
    const health = createHealth({ dependencies: ['catalog', 'span_log'] });
    registerHealthMetrics(registry, health);
    const scrape = async () => (await registry.metrics()).match(/^\w+(?:{.*})? [01]$/gm);

    health.reached('catalog');
    expect(await scrape()).toEqual([
      'spanhouse_ready 0',
      'spanhouse_dependency_up{dependency="catalog"} 1',
      'spanhouse_dependency_up{dependency="span_log"} 0',
    ]);

    health.reached('span_log');
    health.lost('catalog', 'no route');
    expect(await scrape()).toEqual([
      'spanhouse_ready 1',
      'spanhouse_dependency_up{dependency="catalog"} 0',
      'spanhouse_dependency_up{dependency="span_log"} 1',
    ]);
  });
});
