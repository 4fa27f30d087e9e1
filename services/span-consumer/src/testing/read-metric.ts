import type { Registry } from 'prom-client';

/** Returns the sum of a metric over all label sets. */
export async function readMetric(registry: Registry, name: string): Promise<number> {
  const { values } = (await registry.getSingleMetric(name)?.get()) ?? { values: [] };
  return values.reduce((sum, { value }) => sum + value, 0);
}
