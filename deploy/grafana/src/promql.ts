/** What is chosen above the panels. */
export const CHOSEN_NAMESPACE = 'namespace=~"$namespace"';
const CHOSEN = `${CHOSEN_NAMESPACE}, job=~"$job", instance=~"$instance"`;

interface Narrowing {
  readonly by?: string;
  /** More matchers. */
  readonly where?: string;
}

/** The series of a metric. */
export function series(metric: string, where?: string): string {
  return where === undefined ? `${metric}{${CHOSEN}}` : `${metric}{${CHOSEN}, ${where}}`;
}

const grouping = (by?: string) => (by === undefined ? '' : ` by (${by}) `);

/** How much a counter grows per second, summed. */
export function rate(counter: string, { by, where }: Narrowing = {}): string {
  return `sum${grouping(by)}(rate(${series(counter, where)}[$__rate_interval]))`;
}

/** How much counters have grown in the time that is shown. */
export function increase(counter: string, { by, where }: Narrowing = {}): string {
  return `sum${grouping(by)}(increase(${series(counter, where)}[$__range]))`;
}

/** `whole` without increase has no share, which is not a share of zero. */
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
