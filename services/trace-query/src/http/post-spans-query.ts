import type { Route } from '@spanhouse/service-runtime';
import { listSpans } from '../query/list-spans.js';
import { createListHandler } from './list-handler.js';
import { SPAN_LIST } from './list-shapes.js';
import { parseQueryBody } from './parse-query-body.js';
import type { QueryServices } from './query-services.js';

export function postSpansQuery(services: QueryServices): Route {
  const { spanPages, settings } = services;
  const handler = createListHandler(services, {
    ...{ kind: 'spans', focus: 'span' },
    shape: SPAN_LIST,
    parse: (req) => parseQueryBody(req, settings.bodyLimitBytes),
    open: (request, { reader }, options) => listSpans(request, { reader, ...spanPages }, options),
  });
  return { method: 'POST', path: '/spans/query', mirrored: true, handler };
}
