import type { Route } from '@spanhouse/service-runtime';
import { deleteRequested, type EditServices } from './edit-services.js';
import { INVALID_TRACE_TO_DELETE, parseTraceIdOr400 } from './parse-ids.js';
import { createReadHandler } from './read-handler.js';

export function deleteTracingTrace(services: EditServices): Route {
  const handler = createReadHandler(services, {
    kind: 'edit',
    need: 'edit_spans',
    status: 202,
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], INVALID_TRACE_TO_DELETE),
    async answer(traceId, context) {
      const spans = await deleteRequested(traceId, context, services);
      const links = spans.map(({ trace_id, span_id }) => ({ trace_id, span_id }));
      return [JSON.stringify({ count: links.length, links })];
    },
  });
  return { method: 'DELETE', path: '/tracing/traces/:trace_id', mirrored: true, handler };
}
