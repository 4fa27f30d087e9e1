import type { MetricsFunction, Stage } from '@spanhouse/traceql';
import type { Candidate, Series, TimeGrid } from '@spanhouse/traceql/metrics';

/** The spans to count, and the function that counts them. */
export interface SpanCount {
  readonly pipeline: readonly Stage[];
  readonly first: MetricsFunction;
  readonly grid: TimeGrid;
  /** Maximum number of exemplars. */
  readonly exemplars: number;
}

/** The counted series, and the spans that were picked as exemplars. */
export interface CountedSpans {
  readonly series: readonly Series[];
  readonly picked: readonly Candidate[];
}
