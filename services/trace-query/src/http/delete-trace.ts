import type { Route } from '@spanhouse/service-runtime';
import { deleteRequested, type EditServices } from './edit-services.js';
import { INVALID_TRACE_TO_DELETE, parseTraceIdOr400 } from './parse-ids.js';
import { createReadHandler } from './read-handler.js';

export function deleteTrace(services: EditServices): Route {
  const handler = createReadHandler(services, {
    kind: 'edit',
    need: 'edit_spans',
    status: 202,
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], INVALID_TRACE_TO_DELETE),
    async answer(trace_id, context) {
      const spans = await deleteRequested(trace_id, context, services);
      return [JSON.stringify(spans.length === 0 ? { count: 0 } : { count: 1, trace_id })];
    },
  });
  return { method: 'DELETE', path: '/traces/:trace_id', mirrored: true, handler };
}
