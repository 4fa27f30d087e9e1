import type { WriteAnswer } from './json-ingest-route.js';

/** `{count, links}` of what `/tracing/…` accepted. */
export const writeLinks: WriteAnswer = (links, dropped) =>
  withDropped({ count: links.length, links }, dropped);

/** `{count, trace_id}` of the one trace that `/traces/…` accepted. */
export const writeTraceId: WriteAnswer = ([first], dropped) =>
  withDropped(first === undefined ? { count: 0 } : { count: 1, trace_id: first.trace_id }, dropped);

/** `{count, trace_ids}`, each id once, in first-seen order. */
export const writeTraceIds: WriteAnswer = (links, dropped) => {
  const traceIds = [...new Set(links.map(({ trace_id }) => trace_id))];
  return withDropped({ count: traceIds.length, trace_ids: traceIds }, dropped);
};

function withDropped(answer: object, dropped: Parameters<WriteAnswer>[1]): string {
  return JSON.stringify(dropped.length === 0 ? answer : { ...answer, dropped });
}
