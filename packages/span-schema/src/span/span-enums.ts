import type { JsonValue } from '../json/json.js';

/** The types of traces. Spanhouse determines the type: a trace with links is an annotation. */
export const traceTypes = ['invocation', 'annotation', 'unknown'] as const;
export type TraceType = (typeof traceTypes)[number];

/** The types of spans. Producers set them; a span without a type is a `task`. */
export const spanTypes = [
  'agent',
  'chain',
  'workflow',
  'task',
  'tool',
  'embedding',
  'query',
  'llm',
  'completion',
  'chat',
  'rerank',
  'unknown',
] as const;
export type SpanType = (typeof spanTypes)[number];

/** The kinds of spans, in the order of OTLP's enum numbers. */
export const spanKinds = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
] as const;
export type SpanKind = (typeof spanKinds)[number];

/** The status codes of spans, in the order of OTLP's enum numbers. */
export const statusCodes = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'] as const;
export type SpanStatusCode = (typeof statusCodes)[number];

/**
 * Returns the value if it is exactly one of the names; `undefined` otherwise. The next two functions do the same for
 * their names.
 */
export const parseSpanType = createParser(spanTypes);
export const parseSpanKind = createParser(spanKinds);
export const parseStatusCode = createParser(statusCodes);

function createParser<Name extends string>(names: readonly Name[]) {
  const namesByText = new Map<unknown, Name>(names.map((name) => [name, name]));
  return (value: JsonValue | undefined): Name | undefined => namesByText.get(value);
}
