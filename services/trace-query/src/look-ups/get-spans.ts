import { badRequest, type HttpRequest, type Route } from '@spanhouse/api-kit';
import { listAnswer } from '../http/list-answer.js';
import { spanList } from '../http/list-shapes.js';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { JsonMembers, nothingFound, RawJson } from '../http/send-json.js';
import {
  idTexts,
  invalidSpanLookUp,
  parseSpanIdOr400,
  parseTraceIdOr400,
  refuseTooMany,
} from '../requests/parse-ids.js';
import { writeSpanJson } from '../span-json/write-span-json.js';

interface SpanIds {
  readonly trace_ids: readonly string[] | undefined;
  readonly span_ids: readonly string[] | undefined;
}

/** Creates the route that returns spans by their ids; see docs/api/spans-and-traces.md. */
export function getSpans(services: ReadServices): Route {
  return readRoute<SpanIds>(services, 'GET /spans/', {
    kind: 'look_up',
    parse: parseSpanIds,
    answer(ids, { principal, signal, reader, costs }) {
      const found = { project_id: principal.project_id, ...ids };
      const spans = reader.streamFoundSpans(found, { signal, deadline: 'shared' });
      return listAnswer(spans, spanList, costs);
    },
  });
}

/** Creates the route that returns one span by its ids; see docs/api/spans-and-traces.md. */
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

function parseSpanIds(req: HttpRequest): SpanIds {
  const traceTexts = idTexts(req, 'trace_id');
  const spanTexts = idTexts(req, 'span_id');
  if (traceTexts.length + spanTexts.length === 0) {
    throw badRequest('At least one trace_id or span_id query parameter is required.');
  }
  refuseTooMany(traceTexts, spanTexts);
  const traceIds = traceTexts.map((text) => parseTraceIdOr400(text, invalidSpanLookUp));
  const spanIds = spanTexts.map((text) => parseSpanIdOr400(text, invalidSpanLookUp));
  return { trace_ids: distinct(traceIds), span_ids: distinct(spanIds) };
}

/** Removes duplicate ids. Returns undefined for an empty list, which does not restrict the search. */
function distinct(ids: readonly string[]): readonly string[] | undefined {
  return ids.length === 0 ? undefined : [...new Set(ids)];
}
