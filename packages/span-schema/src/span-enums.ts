export const TRACE_TYPES = ['invocation', 'annotation', 'unknown'] as const;
export type TraceType = (typeof TRACE_TYPES)[number];

export const SPAN_TYPES = [
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
export type SpanType = (typeof SPAN_TYPES)[number];

/** In the order of OTLP's enum numbers. */
export const SPAN_KINDS = [
  'SPAN_KIND_UNSPECIFIED',
  'SPAN_KIND_INTERNAL',
  'SPAN_KIND_SERVER',
  'SPAN_KIND_CLIENT',
  'SPAN_KIND_PRODUCER',
  'SPAN_KIND_CONSUMER',
] as const;
export type SpanKind = (typeof SPAN_KINDS)[number];

/** In the order of OTLP's enum numbers. */
export const STATUS_CODES = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'] as const;
export type SpanStatusCode = (typeof STATUS_CODES)[number];
