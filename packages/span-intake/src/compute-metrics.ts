import type { SpanEvent, SpanMetrics, SubmittedCumulative } from '@spanhouse/span-schema';

interface MeasuredSpan {
  start_time: bigint;
  end_time: bigint;
  events: readonly SpanEvent[] | undefined;
}

/** Sets what follows from the span alone: its duration and the number of its exceptions. */
export function computeOwnMetrics(metrics: SpanMetrics, span: MeasuredSpan): void {
  const durationMs = durationInMs(span.end_time - span.start_time);
  if (durationMs > 0) {
    metrics.duration.cumulative = durationMs;
  }
  if (span.events !== undefined && span.events.length > 0) {
    metrics.errors.incremental = countExceptions(span.events);
  }
}

/** What the producer sent as `cumulative`: the start of every roll-up over the same span. */
export function submittedCumulative(metrics: SpanMetrics): SubmittedCumulative | undefined {
  const errors = metrics.errors.cumulative;
  const tokens = metrics.tokens.cumulative;
  const costs = metrics.costs.cumulative;
  if (errors === undefined && tokens === undefined && costs === undefined) {
    return undefined;
  }
  return {
    ...(errors === undefined ? {} : { errors }),
    ...(tokens === undefined ? {} : { tokens }),
    ...(costs === undefined ? {} : { costs }),
  };
}

/** Rounded to whole microseconds, half up. */
function durationInMs(durationNs: bigint): number {
  return Number((durationNs + 500n) / 1000n) / 1000;
}

function countExceptions(events: readonly SpanEvent[]): number {
  let count = 0;
  for (const event of events) {
    count += event.name === 'exception' ? 1 : 0;
  }
  return count;
}
