import type { Route } from '@spanhouse/service-runtime';
import { assembleTrace } from '../query/assemble-trace.js';
import { listTraces } from '../query/list-traces.js';
import { parseQueryBody } from './parse-query-body.js';
import { listedOr400, type QueryServices, toListRequest } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { writeList, writeTrace } from './write-answer.js';

export function postTracesQuery(services: QueryServices): Route {
  const { reader, tracePages, settings } = services;
  const handler = createReadHandler(services, {
    kind: 'traces',
    parse: (req) => parseQueryBody(req, settings.bodyLimitBytes),
    async answer(query, context) {
      const request = toListRequest(query, context);
      const outcome = await listTraces(request, { reader, ...tracePages }, context.signal);
      return writeList('traces', listedOr400(outcome), ({ trace_id, spans }) =>
        writeTrace(assembleTrace(trace_id, spans)),
      );
    },
  });
  return { method: 'POST', path: '/traces/query', mirrored: true, handler };
}
