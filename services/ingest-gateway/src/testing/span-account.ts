import type { Registry } from '@spanhouse/service-runtime';

/** Returns the sum of a counter over the series that match `labels`. Without `labels`, sums all series. */
export async function countOf(
  registry: Registry,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): Promise<number> {
  const metric = await registry.getSingleMetric(name)?.get();
  if (metric === undefined) {
    throw new Error(`no metric is called ${name}`);
  }
  const matching = metric.values.filter((value) =>
    Object.entries(labels).every(([label, text]) => value.labels[label] === text),
  );
  return matching.reduce((sum, { value }) => sum + value, 0);
}

export interface SpanAccount {
  readonly received: number;
  readonly dropped: number;
  readonly published: number;
  readonly failed: number;
}

/** Returns the values of the four counters in the gateway's invariant. */
export async function readSpanAccount(registry: Registry): Promise<SpanAccount> {
  const count = (what: string) => countOf(registry, `spanhouse_gateway_spans_${what}_total`);
  return {
    received: await count('received'),
    dropped: await count('dropped'),
    published: await count('published'),
    failed: await count('failed'),
  };
}
