import type { Route } from '@spanhouse/service-runtime';
import { listTraces } from '../query/list-traces.js';
import { createListHandler } from './list-handler.js';
import { TRACE_LIST } from './list-shapes.js';
import { parseQueryBody } from './parse-query-body.js';
import type { QueryServices } from './query-services.js';

export function postTracesQuery(services: QueryServices): Route {
  const { tracePages, settings } = services;
  const handler = createListHandler(services, {
    ...{ kind: 'traces', focus: 'trace' },
    shape: TRACE_LIST,
    parse: (req) => parseQueryBody(req, settings.bodyLimitBytes),
    open: (request, { reader }, options) => listTraces(request, { reader, ...tracePages }, options),
  });
  return { method: 'POST', path: '/traces/query', mirrored: true, handler };
}
