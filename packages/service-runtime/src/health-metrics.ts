import { Gauge, type Registry } from 'prom-client';
import type { Health } from './health.js';

/** What /readyz says, for Prometheus. A registry has it once. */
export function registerHealthMetrics(registry: Registry, health: Health): void {
  if (registry.getSingleMetric('spanhouse_ready') !== undefined) return;
  new Gauge({
    name: 'spanhouse_ready',
    help: 'Whether /readyz says yes: every dependency was reached once, and the process is not draining.',
    registers: [registry],
    collect() {
      this.set(health.isReady() ? 1 : 0);
    },
  });
  new Gauge({
    name: 'spanhouse_dependency_up',
    help: 'Whether a dependency answered when it was last used; 0 until it has been reached.',
    labelNames: ['dependency'],
    registers: [registry],
    collect() {
      for (const [dependency, { state }] of Object.entries(health.report().dependencies)) {
        this.set({ dependency }, state === 'reached' ? 1 : 0);
      }
    },
  });
}
