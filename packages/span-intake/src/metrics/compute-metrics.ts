import {
  type SpanEvent,
  type SpanMetrics,
  type SubmittedCumulative,
  withoutUndefined,
} from '@spanhouse/span-schema';

/** The members of a span from which its own metrics are computed. */
interface MeasuredSpan {
  start_time: bigint;
  end_time: bigint;
  events: readonly SpanEvent[] | undefined;
}

/** Sets the metrics that depend only on this span: its duration and the number of its exceptions. */
export function computeOwnMetrics(metrics: SpanMetrics, span: MeasuredSpan): void {
  const durationMs = durationInMs(span.end_time - span.start_time);
  if (durationMs > 0) {
    metrics.duration.cumulative = durationMs;
  }
  if (span.events !== undefined && span.events.length > 0) {
    metrics.errors.incremental = countExceptions(span.events);
  }
}

/**
 * Returns the `cumulative` values that the producer sent. Every roll-up of the span reads these values, not the result
 * of an earlier roll-up.
 */
export function submittedCumulative(metrics: SpanMetrics): SubmittedCumulative | undefined {
  const errors = metrics.errors.cumulative;
  const tokens = metrics.tokens.cumulative;
  const costs = metrics.costs.cumulative;
  if (errors === undefined && tokens === undefined && costs === undefined) {
    return undefined;
  }
  return withoutUndefined({ errors, tokens, costs });
}

/** Converts a duration to milliseconds, rounded half up to whole microseconds. */
function durationInMs(durationNs: bigint): number {
  return Number((durationNs + 500n) / 1000n) / 1000;
}

function countExceptions(events: readonly SpanEvent[]): number {
  return events.filter(({ name }) => name === 'exception').length;
}
