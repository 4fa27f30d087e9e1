import { type RollUpSpan, rollUpMetrics } from '@spanhouse/span-intake';
import type { SpanMetrics, SubmittedCumulative } from '@spanhouse/span-schema';
import type { SpanNode } from '@spanhouse/trace-store/reader';
import { parseStoredJson, stringifyStored } from './parse-stored-json.js';
import type { TraceContext } from './write-span-json.js';

/**
 * What trace-shaped reads show of the spans of one whole trace, by position (API: "Computed metrics",
 * "Trace type"): the roll-up over all of them, and `annotation` for all when any is stored as one.
 */
export function recomputeTrace(spans: readonly SpanNode[]): readonly TraceContext[] {
  const isAnnotation = spans.some(({ trace_type }) => trace_type === 'annotation');
  const metrics = rollUpTexts(spans);
  return spans.map((span, position) => ({
    trace_type: isAnnotation ? 'annotation' : span.trace_type,
    metrics: metrics[position] ?? span.metrics,
  }));
}

/** As stored by a span without errors, tokens and costs: nothing to roll up, nor to parse. */
const NOTHING_TO_ROLL_UP = /^\{"duration":\{[^{}]*\},"errors":\{\},"tokens":\{\},"costs":\{\}\}$/;

function rollUpTexts(spans: readonly SpanNode[]): readonly string[] {
  if (spans.every(({ metrics }) => NOTHING_TO_ROLL_UP.test(metrics))) return [];
  const parsed = spans.map(toRollUpSpan);
  rollUpMetrics(parsed);
  return parsed.map(({ metrics }) => stringifyStored(metrics));
}

function toRollUpSpan(span: SpanNode): RollUpSpan {
  const { span_id, parent_id, start_time, submitted_cumulative } = span;
  return {
    span_id,
    parent_id,
    start_time,
    metrics: parseStoredJson<SpanMetrics>(span.metrics),
    submitted_cumulative:
      submitted_cumulative === undefined
        ? undefined
        : parseStoredJson<SubmittedCumulative>(submitted_cumulative),
  };
}
