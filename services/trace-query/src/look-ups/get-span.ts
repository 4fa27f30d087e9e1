import type { Route } from '@spanhouse/api-kit';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { JsonMembers, nothingFound, RawJson } from '../http/send-json.js';
import { invalidSpanLookUp, parseSpanIdOr400, parseTraceIdOr400 } from '../requests/parse-ids.js';
import { writeSpanJson } from '../span-json/write-span-json.js';

/** Answers one span by its ids; see docs/api/spans-and-traces.md. */
export function getSpan(services: ReadServices): Route {
  return readRoute(services, 'GET /spans/:trace_id/:span_id', {
    kind: 'look_up',
    parse: ({ params }) => ({
      trace_ids: [parseTraceIdOr400(params['trace_id'], invalidSpanLookUp)],
      span_ids: [parseSpanIdOr400(params['span_id'], invalidSpanLookUp)],
    }),
    async answer(ids, { principal, signal, reader }) {
      const found = { project_id: principal.project_id, ...ids };
      const [span] = await reader.findSpans(found, signal);
      return span === undefined
        ? nothingFound
        : new JsonMembers({ count: 1, span: new RawJson(writeSpanJson(span)) });
    },
  });
}
