import { type RollUpSpan, rollUpMetrics } from '@spanhouse/span-intake';
import { hasOnlyDuration } from '@spanhouse/span-row';
import type { SpanMetrics, SubmittedCumulative } from '@spanhouse/span-schema';
import type { SpanNode } from '@spanhouse/trace-store/reader';
import { parseIfStored, parseStoredJson, stringifyStored } from './parse-stored-json.js';
import type { TraceContext } from './write-span-json.js';

/**
 * Computes what trace-shaped reads show of the spans of one whole trace, by position: metrics that
 * are rolled up over all spans, and the type `annotation` for all of them if any is stored as one.
 * See docs/api/ingest.md.
 */
export function recomputeTrace(spans: readonly SpanNode[]): readonly TraceContext[] {
  const isAnnotation = spans.some(({ trace_type }) => trace_type === 'annotation');
  const metrics = rollUpTexts(spans);
  return spans.map((span, position) => ({
    trace_type: isAnnotation ? 'annotation' : span.trace_type,
    metrics: metrics[position] ?? span.metrics,
  }));
}

function rollUpTexts(spans: readonly SpanNode[]): readonly string[] {
  if (spans.every(({ metrics }) => hasOnlyDuration(metrics))) {
    return [];
  }
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
    submitted_cumulative: parseIfStored<SubmittedCumulative>(submitted_cumulative),
  };
}
