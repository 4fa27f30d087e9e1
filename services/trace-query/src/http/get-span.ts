import type { Route } from '@spanhouse/service-runtime';
import { writeSpanJson } from '../query/write-span-json.js';
import { INVALID_SPAN_LOOK_UP, parseSpanIdOr400, parseTraceIdOr400 } from './parse-ids.js';
import type { QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';

export function getSpan(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'look_up',
    parse: ({ params }) => ({
      trace_ids: [parseTraceIdOr400(params['trace_id'], INVALID_SPAN_LOOK_UP)],
      span_ids: [parseSpanIdOr400(params['span_id'], INVALID_SPAN_LOOK_UP)],
    }),
    async answer(ids, { principal, signal, reader }) {
      const found = { project_id: principal.project_id, ...ids };
      const [span] = await reader.findSpans(found, signal);
      return span === undefined
        ? ['{"count":0}']
        : ['{"count":1,"span":', writeSpanJson(span), '}'];
    },
  });
  return { method: 'GET', path: '/spans/:trace_id/:span_id', mirrored: true, handler };
}
