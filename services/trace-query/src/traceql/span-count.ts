import type { MetricsFunction, Stage } from '@spanhouse/traceql';
import type { Candidate, Series, TimeGrid } from '@spanhouse/traceql/metrics';

/** Selects the spans to count, and how they are counted. */
export interface SpanCount {
  readonly pipeline: readonly Stage[];
  readonly first: MetricsFunction;
  readonly grid: TimeGrid;
  /** Maximum number of exemplars. */
  readonly exemplars: number;
}

/** Counted series, and spans that are candidates for exemplars. */
export interface CountedSpans {
  readonly series: readonly Series[];
  readonly picked: readonly Candidate[];
}
