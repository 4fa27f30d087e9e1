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
 * Computes, for each span in order, the values that reads of a whole trace show instead of the stored values. Metrics
 * are rolled up over all spans. If one span has the type `annotation`, all spans get this type. See docs/api/ingest.md.
 */
export function recomputeTrace(spans: readonly SpanNode[]): readonly TraceContext[] {
  const metrics = rollUpTexts(spans);
  return retypeTrace(spans).map(({ trace_type }, position) => ({
    trace_type,
    metrics: metrics[position] ?? spans[position]?.metrics ?? '',
  }));
}

/**
 * Returns the stored metrics in the order of the spans. If one span has the type `annotation`, all spans get this type.
 */
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

/** Returns all spans of a trace with rolled-up metrics, in the given order. */
export function rollUpTrace(spans: readonly SpanNode[]): readonly MeasuredNode[] {
  const scopes = new Map<string, InstrumentationScope>();
  const parsed = spans.map((span) => toNode(span, scopes));
  rollUpMetrics(parsed, responseIdOf);
  return parsed;
}

/** Returns true if at least one span is stored as an annotation, which makes the whole trace an annotation. */
export function isAnnotationTrace(spans: readonly SpanNode[]): boolean {
  return spans.some(({ trace_type }) => trace_type === 'annotation');
}

/** A span of a trace with parsed metrics. */
export interface MeasuredNode extends RollUpSpan {
  readonly span: SpanNode;
}

/** Parses a span. `scopes` caches the parsed scopes. */
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

/** Parses metrics. If a span has only a duration, as most spans do, uses the much faster `JSON.parse`. */
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

/** Returns the provider's response id, which the roll-up needs. */
export function responseIdOf({ span }: MeasuredNode): string | undefined {
  return span.attributes === undefined
    ? span.response_id || undefined
    : responseIdIn({ attributes: parseStoredJson<JsonObject>(span.attributes) });
}
