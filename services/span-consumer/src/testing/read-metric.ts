import type { Registry } from 'prom-client';

/** Sums a metric over its labels. */
export async function readMetric(registry: Registry, name: string): Promise<number> {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.reduce((sum, { value }) => sum + value, 0);
}
