import type { MetricsFunction, Stage } from '@spanhouse/traceql';
import type { Candidate, Series, TimeGrid } from '@spanhouse/traceql/metrics';

/** Which spans are counted, and how. */
export interface SpanCount {
  readonly pipeline: readonly Stage[];
  readonly first: MetricsFunction;
  readonly grid: TimeGrid;
  /** The most spans that are shown as examples. */
  readonly exemplars: number;
}

/** What is counted, with spans as examples of it. */
export interface CountedSpans {
  readonly series: readonly Series[];
  readonly picked: readonly Candidate[];
}
