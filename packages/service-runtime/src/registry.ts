import { collectDefaultMetrics, Registry } from 'prom-client';

export type { Registry };

/** A registry of its own with the process, garbage collection and event loop metrics. */
export function createRegistry(): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return registry;
}
