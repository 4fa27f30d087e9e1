import type { Route } from '@spanhouse/service-runtime';
import { lookUpTraces } from '../query/look-up-traces.js';
import { INVALID_TRACE_ID, parseTraceIdOr400 } from './parse-ids.js';
import type { QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { writeTraceMap } from './write-answer.js';

export function getTracingTrace(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'look_up',
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], INVALID_TRACE_ID),
    async answer(trace_id, { principal, signal }) {
      const found = { project_id: principal.project_id, trace_ids: [trace_id] };
      const items = await lookUpTraces(services.reader, found, signal);
      return items.length === 0 ? ['{"count":0}'] : writeTraceMap({ items }, (trace) => trace);
    },
  });
  return { method: 'GET', path: '/tracing/traces/:trace_id', mirrored: true, handler };
}
