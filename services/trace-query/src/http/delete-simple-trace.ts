import type { Route } from '@spanhouse/service-runtime';
import { deleteRequested, type EditServices } from './edit-services.js';
import { INVALID_TRACE_TO_DELETE, parseTraceIdOr400 } from './parse-ids.js';
import { createReadHandler } from './read-handler.js';

/** The link of the answer is the first span of the trace: its root, where it is a simple one. */
export function deleteSimpleTrace(services: EditServices): Route {
  const handler = createReadHandler(services, {
    kind: 'edit',
    need: 'edit_spans',
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], INVALID_TRACE_TO_DELETE),
    async answer(traceId, context) {
      const [first] = await deleteRequested(traceId, context, services);
      if (first === undefined) return ['{"count":0}'];
      const { trace_id, span_id } = first;
      return [JSON.stringify({ count: 1, link: { trace_id, span_id } })];
    },
  });
  return { method: 'DELETE', path: '/simple/traces/:trace_id', mirrored: true, handler };
}
