import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { aContext, aSpan, type RowInput } from '@spanhouse/trace-store/testing';
import { anyTrace, type Trace, type TracedSpan, type Value } from '@spanhouse/traceql/testing';
import fc from 'fast-check';

/** Start of the first trace that `createTraces` returns, and the time between the starts of consecutive traces. */
export const firstStart = 1_777_629_600_000_000_000n;
export const shift = 700_000_000n;

/** Creates traces that resemble each other but have different times. Some traces overlap. */
export function createTraces(count: number, seed: number): readonly Trace[] {
  return fc.sample(anyTrace(), { numRuns: count, seed }).map(({ spans }, index) => {
    const later = BigInt(index) * shift;
    return {
      trace_id: (index + 1).toString(16).padStart(32, '0'),
      spans: spans.map((span) => ({
        ...span,
        start_time: span.start_time + later,
        end_time: span.end_time + later,
        events: span.events.map((event) => ({ ...event, timestamp: event.timestamp + later })),
      })),
    };
  });
}

/** Returns the rows for traces of a project. */
export function rowsOf(traces: readonly Trace[], project_id: string): readonly RowInput[] {
  const context = aContext({ project_id });
  return traces.flatMap((trace) => toCanonicalSpans(trace).map((span) => ({ span, context })));
}

/** Converts the spans of a TraceQL test trace to the form that ingest would store. */
function toCanonicalSpans({ trace_id, spans }: Trace): readonly CanonicalSpan[] {
  return spans.map((span) =>
    aSpan({
      trace_id,
      span_id: span.span_id,
      parent_id: span.parent_id === '' ? undefined : span.parent_id,
      start_time: span.start_time,
      end_time: span.end_time,
      span_name: span.span_name,
      span_kind: `SPAN_KIND_${span.kind.toUpperCase()}` as CanonicalSpan['span_kind'],
      status_code: `STATUS_CODE_${span.status.toUpperCase()}` as CanonicalSpan['status_code'],
      status_message: span.status_message === '' ? undefined : span.status_message,
      attributes: { ...unfold(span.attributes), ag: { data: {} } },
      resource: { attributes: plain(span.resource) },
      scope: {
        name: span.scope.name,
        version: span.scope.version,
        attributes: plain(span.scope.attributes),
      },
      events: span.events.map(({ name, timestamp, attributes }) => ({
        name,
        timestamp,
        attributes: plain(attributes),
      })),
      links: span.links.map((link) => ({ ...link, attributes: plain(link.attributes) })),
    }),
  );
}

/** Returns a trace in which floats without a fraction are replaced by integers, as in the store. */
export function asStored({ trace_id, spans }: Trace): Trace {
  return { trace_id, spans: spans.map(withStoredValues) };
}

function withStoredValues(span: TracedSpan): TracedSpan {
  const stored = (attributes: TracedSpan['attributes']) =>
    new Map([...attributes].map(([key, value]) => [key, toStored(value)]));
  const withStored = <Part extends { readonly attributes: TracedSpan['attributes'] }>(
    part: Part,
  ) => ({
    ...part,
    attributes: stored(part.attributes),
  });
  return {
    ...withStored(span),
    resource: stored(span.resource),
    scope: withStored(span.scope),
    events: span.events.map(withStored).toSorted((a, b) => Number(a.timestamp - b.timestamp)),
    links: span.links.map(withStored),
  };
}

function toStored<Some extends Value>(value: Some): Value {
  if (value.type === 'list') {
    return { type: 'list', values: value.values.map(toStored) as typeof value.values };
  }
  return value.type === 'float' && Number.isInteger(value.value)
    ? { type: 'int', value: BigInt(value.value) }
    : value;
}

function plain(attributes: TracedSpan['attributes']): JsonObject {
  return Object.fromEntries([...attributes].map(([key, value]) => [key, toJson(value)]));
}

/** Converts flat attributes to nested objects, which is how ingest stores span attributes. */
function unfold(attributes: TracedSpan['attributes']): JsonObject {
  const root: Record<string, JsonValue> = {};
  for (const [key, value] of attributes) {
    const [first = '', second] = key.split('.', 2);
    root[first] = second === undefined ? toJson(value) : { [second]: toJson(value) };
  }
  return root;
}

function toJson(value: Value): JsonValue {
  switch (value.type) {
    case 'list':
      return value.values.map(toJson);
    case 'int':
      return Number.isSafeInteger(Number(value.value)) ? Number(value.value) : value.value;
    default:
      return value.value;
  }
}
