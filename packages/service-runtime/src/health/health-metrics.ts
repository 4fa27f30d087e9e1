import type { Registry } from 'prom-client';
import { createMeter } from '../reporting/meter.js';
import type { Health } from './health.js';

/** Registers metrics that show the state of /readyz. MUST be called only once per registry. */
export function registerHealthMetrics(registry: Registry, health: Health): void {
  if (registry.getSingleMetric('spanhouse_ready') !== undefined) {
    return;
  }
  const meter = createMeter(registry);
  meter.reading(
    'spanhouse_ready',
    '1 if /readyz succeeds: every dependency was reached once and the process is not draining.',
    () => Number(health.isReady()),
  );
  meter.readings(
    'spanhouse_dependency_up',
    '1 if the dependency answered the last request; 0 until its first answer.',
    {
      label: 'dependency',
      read: () =>
        Object.entries(health.report().dependencies).map(([name, { state }]) => [
          name,
          Number(state === 'reached'),
        ]),
    },
  );
}
