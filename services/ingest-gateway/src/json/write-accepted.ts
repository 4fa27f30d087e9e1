import type { WriteAnswer } from './json-ingest-route.js';

/** Writes `{count, links}`, the answer of `/tracing/…`. */
export const writeLinks: WriteAnswer = (links, dropped) =>
  withDropped({ count: links.length, links }, dropped);

/** Writes `{count, trace_id}`, the answer of `/traces/…` for one trace. */
export const writeTraceId: WriteAnswer = ([first], dropped) =>
  withDropped(first === undefined ? { count: 0 } : { count: 1, trace_id: first.trace_id }, dropped);

/** Writes `{count, trace_ids}`, each id once, in the order of their first spans. */
export const writeTraceIds: WriteAnswer = (links, dropped) => {
  const traceIds = [...new Set(links.map(({ trace_id }) => trace_id))];
  return withDropped({ count: traceIds.length, trace_ids: traceIds }, dropped);
};

function withDropped(answer: object, dropped: Parameters<WriteAnswer>[1]): string {
  return JSON.stringify(dropped.length === 0 ? answer : { ...answer, dropped });
}
