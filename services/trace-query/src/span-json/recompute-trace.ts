import { type RollUpSpan, responseIdIn, rollUpMetrics } from '@spanhouse/span-intake';
import { hasOnlyDuration } from '@spanhouse/span-row';
import type {
  InstrumentationScope,
  JsonObject,
  SpanMetrics,
  SubmittedCumulative,
} from '@spanhouse/span-schema';
import type { SpanNode } from '@spanhouse/trace-store/reader';
import { parseIfStored, parseStoredJson, stringifyStored } from './parse-stored-json.js';
import type { TraceContext } from './write-span-json.js';

/**
 * Computes the members of one whole trace that only trace-shaped reads show, by position: metrics that are rolled up
 * over all spans, and the type `annotation` for all of them if any is stored as one. See docs/api/ingest.md.
 */
export function recomputeTrace(spans: readonly SpanNode[]): readonly TraceContext[] {
  const metrics = rollUpTexts(spans);
  return retypeTrace(spans).map(({ trace_type }, position) => ({
    trace_type,
    metrics: metrics[position] ?? spans[position]?.metrics ?? '',
  }));
}

/** Does the same without a roll-up: the metrics are the stored ones. */
export function retypeTrace(spans: readonly SpanNode[]): readonly TraceContext[] {
  const isAnnotation = isAnnotationTrace(spans);
  return spans.map(({ trace_type, metrics }) => ({
    trace_type: isAnnotation ? 'annotation' : trace_type,
    metrics,
  }));
}

function rollUpTexts(spans: readonly SpanNode[]): readonly string[] {
  return spans.every(({ metrics }) => hasOnlyDuration(metrics))
    ? []
    : rollUpTrace(spans).map(({ metrics }) => stringifyStored(metrics));
}

/** Returns the spans of one whole trace with metrics that are rolled up over all of them, by position. */
export function rollUpTrace(spans: readonly SpanNode[]): readonly MeasuredNode[] {
  const scopes = new Map<string, InstrumentationScope>();
  const parsed = spans.map((span) => toNode(span, scopes));
  rollUpMetrics(parsed, responseIdOf);
  return parsed;
}

/**
 * Returns whether the trace is an annotation: one span that is stored as an annotation makes all of them annotations.
 */
export function isAnnotationTrace(spans: readonly SpanNode[]): boolean {
  return spans.some(({ trace_type }) => trace_type === 'annotation');
}

/** A span of a trace with its metrics as values. */
export interface MeasuredNode extends RollUpSpan {
  readonly span: SpanNode;
}

/** `scopes` are the scopes that were parsed before. */
function toNode(span: SpanNode, scopes: Map<string, InstrumentationScope>): MeasuredNode {
  const { span_id, parent_id, start_time, end_time, has_mapped_usage, submitted_cumulative } = span;
  return {
    span,
    span_id,
    parent_id,
    start_time,
    end_time,
    has_mapped_usage,
    scope: has_mapped_usage ? scopeOf(span, scopes) : undefined,
    metrics: parseMetrics(span.metrics),
    submitted_cumulative: parseIfStored<SubmittedCumulative>(submitted_cumulative),
  };
}

/** Most spans of a large trace have only a duration: a plain parse reads it at a fraction of the cost. */
function parseMetrics(text: string): SpanMetrics {
  return hasOnlyDuration(text) ? JSON.parse(text) : parseStoredJson<SpanMetrics>(text);
}

function scopeOf(
  { scope: text }: SpanNode,
  scopes: Map<string, InstrumentationScope>,
): InstrumentationScope | undefined {
  if (text === undefined) {
    return undefined;
  }
  const scope = scopes.get(text) ?? parseStoredJson<InstrumentationScope>(text);
  scopes.set(text, scope);
  return scope;
}

/** The id of the provider's response, where the roll-up needs it. */
export function responseIdOf({ span }: MeasuredNode): string | undefined {
  return span.attributes === undefined
    ? span.response_id || undefined
    : responseIdIn({ attributes: parseStoredJson<JsonObject>(span.attributes) });
}
