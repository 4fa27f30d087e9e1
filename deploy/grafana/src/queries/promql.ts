/** Label matcher for the namespace that is selected above the panels. */
export const chosenNamespace = 'namespace=~"$namespace"';
const chosen = `${chosenNamespace}, job=~"$job", instance=~"$instance"`;

interface Narrowing {
  readonly by?: string;
  /** Additional label matchers. */
  readonly where?: string;
}

/** Selects the series of a metric. */
export function series(metric: string, where?: string): string {
  return where === undefined ? `${metric}{${chosen}}` : `${metric}{${chosen}, ${where}}`;
}

function grouping(by?: string) {
  return by === undefined ? '' : ` by (${by}) `;
}

/** Returns the sum of a counter's rates per second. */
export function rate(counter: string, { by, where }: Narrowing = {}): string {
  return `sum${grouping(by)}(rate(${series(counter, where)}[$__rate_interval]))`;
}

/** Returns the sum of a counter's increases over the displayed time range. */
export function increase(counter: string, { by, where }: Narrowing = {}): string {
  return `sum${grouping(by)}(increase(${series(counter, where)}[$__range]))`;
}

/** Divides one rate by another. The result is empty, not zero, if `whole` does not increase. */
export function share(part: string, whole: string): string {
  return `${part} / (${whole} > 0)`;
}

export function sum(gauge: string, { by, where }: Narrowing = {}): string {
  return `sum${grouping(by)}(${series(gauge, where)})`;
}

export function max(gauge: string, { by, where }: Narrowing = {}): string {
  return `max${grouping(by)}(${series(gauge, where)})`;
}

export function quantile(q: number, histogram: string, { by, where }: Narrowing = {}): string {
  const labels = by === undefined ? 'le' : `le, ${by}`;
  return `histogram_quantile(${q}, ${rate(`${histogram}_bucket`, narrowed(labels, where))})`;
}

export function mean(histogram: string): string {
  return share(rate(`${histogram}_sum`), rate(`${histogram}_count`));
}

function narrowed(by: string, where?: string): Narrowing {
  return where === undefined ? { by } : { by, where };
}
