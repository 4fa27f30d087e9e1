import type { Route } from '@spanhouse/service-runtime';
import { TRACE_MAP } from './list-shapes.js';
import { INVALID_TRACE_ID, parseTraceIdOr400 } from './parse-ids.js';
import type { QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { writeList } from './write-answer.js';

const shape = { ...TRACE_MAP, emptyAnswer: () => '{"count":0}' };

export function getTracingTrace(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'look_up',
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], INVALID_TRACE_ID),
    answer(trace_id, { principal, signal, reader, costs }) {
      const found = { project_id: principal.project_id, trace_ids: [trace_id] };
      const traces = reader.streamFoundTraces(found, { signal, deadline: 'each' });
      return writeList(traces, shape, costs);
    },
  });
  return { method: 'GET', path: '/tracing/traces/:trace_id', mirrored: true, handler };
}
