import type { WriteAnswer } from './json-ingest-route.js';

/** `{count, links}` of what `/tracing/…` accepted. */
export const writeLinks: WriteAnswer = (spans, dropped) => {
  const links = spans.map(({ trace_id, span_id }) => ({ trace_id, span_id }));
  return withDropped({ count: links.length, links }, dropped);
};

/** `{count, trace_id}` of the one trace that `/traces/…` accepted. */
export const writeTraceId: WriteAnswer = ([first], dropped) =>
  withDropped(first === undefined ? { count: 0 } : { count: 1, trace_id: first.trace_id }, dropped);

/** `{count, trace_ids}`, each id once, in first-seen order. */
export const writeTraceIds: WriteAnswer = (spans, dropped) => {
  const traceIds = [...new Set(spans.map((span) => span.trace_id))];
  return withDropped({ count: traceIds.length, trace_ids: traceIds }, dropped);
};

function withDropped(answer: object, dropped: Parameters<WriteAnswer>[1]): string {
  return JSON.stringify(dropped.length === 0 ? answer : { ...answer, dropped });
}
