import { Gauge, type Registry } from 'prom-client';
import type { Health } from './health.js';

/** Registers the state of /readyz as metrics, once for each registry. */
export function registerHealthMetrics(registry: Registry, health: Health): void {
  if (registry.getSingleMetric('spanhouse_ready') !== undefined) {
    return;
  }
  new Gauge({
    name: 'spanhouse_ready',
    help: '1 if /readyz succeeds: every dependency was reached once and the process is not draining.',
    registers: [registry],
    collect() {
      this.set(health.isReady() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'spanhouse_dependency_up',
    help: '1 if the dependency answered the last request; 0 until its first answer.',
    labelNames: ['dependency'],
    registers: [registry],
    collect() {
      for (const [dependency, { state }] of Object.entries(health.report().dependencies)) {
        this.set({ dependency }, state === 'reached' ? 1 : 0);
      }
    },
  });
}
