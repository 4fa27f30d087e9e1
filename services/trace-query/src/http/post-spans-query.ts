import type { Route } from '@spanhouse/service-runtime';
import { listSpans } from '../query/list-spans.js';
import { writeSpanJson } from '../query/write-span-json.js';
import { parseQueryBody } from './parse-query-body.js';
import { listedOr400, type QueryServices, toListRequest } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { writeList } from './write-answer.js';

export function postSpansQuery(services: QueryServices): Route {
  const { reader, spanPages, settings } = services;
  const handler = createReadHandler(services, {
    kind: 'spans',
    parse: (req) => parseQueryBody(req, settings.bodyLimitBytes),
    async answer(query, context) {
      const request = toListRequest(query, context);
      const outcome = await listSpans(request, { reader, ...spanPages }, context.signal);
      return writeList('spans', listedOr400(outcome), (span) => [writeSpanJson(span)]);
    },
  });
  return { method: 'POST', path: '/spans/query', mirrored: true, handler };
}
