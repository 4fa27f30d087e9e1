import type { Route } from '@spanhouse/api-kit';
import { listAnswer } from '../http/list-answer.js';
import { traceMap } from '../http/list-shapes.js';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { invalidTraceId, parseTraceIdOr400 } from '../requests/parse-ids.js';

const shape = { ...traceMap, omitsEmptyList: true } as const;

/** Answers one trace in the older form: a map with at most one member. */
export function getTracingTrace(services: ReadServices): Route {
  return readRoute(services, 'GET /tracing/traces/:trace_id', {
    kind: 'look_up',
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], invalidTraceId),
    answer(trace_id, { principal, signal, reader, costs }) {
      const found = { project_id: principal.project_id, trace_ids: [trace_id] };
      const traces = reader.streamFoundTraces(found, { signal, deadline: 'each' });
      return listAnswer(traces, shape, costs);
    },
  });
}
