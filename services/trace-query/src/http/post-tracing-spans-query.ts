import type { Route } from '@spanhouse/service-runtime';
import { assembleTrace, flattenTrace } from '../query/assemble-trace.js';
import { listSpans } from '../query/list-spans.js';
import { listTraces } from '../query/list-traces.js';
import { writeSpanJson } from '../query/write-span-json.js';
import { type FlatQuery, parseFlatQuery } from './parse-flat-query.js';
import { listedOr400, type QueryServices, toListRequest } from './query-services.js';
import { createReadHandler, type ReadContext } from './read-handler.js';
import { writeList, writeTraceMap, writeWindow } from './write-answer.js';

type Answer = Promise<Iterable<string>>;

/** The older query of spans and of traces: one route, flat keys (API: 6.3). */
export function postTracingSpansQuery(services: QueryServices): Route {
  const handler = createReadHandler<FlatQuery>(services, {
    kind: 'flat',
    parse: (req) => parseFlatQuery(req, services.settings.bodyLimitBytes),
    answer: (query, context) =>
      query.focus === 'span'
        ? answerSpans(services, query, context)
        : answerTraces(services, query, context),
  });
  return { method: 'POST', path: '/tracing/spans/query', mirrored: true, handler };
}

async function answerSpans(
  { reader, spanPages }: QueryServices,
  query: FlatQuery,
  context: ReadContext,
): Answer {
  const request = toListRequest(query, context);
  const list = listedOr400(await listSpans(request, { reader, ...spanPages }, context.signal));
  return list.items.length === 0
    ? [`{"count":0${writeWindow(list.window)}}`]
    : writeList('spans', list, (span) => [writeSpanJson(span)]);
}

/** In the format `opentelemetry` the traces are still selected whole, but their spans are listed one by one. */
async function answerTraces(
  { reader, tracePages }: QueryServices,
  query: FlatQuery,
  context: ReadContext,
): Answer {
  const request = toListRequest(query, context);
  const list = listedOr400(await listTraces(request, { reader, ...tracePages }, context.signal));
  if (query.format === 'agenta') {
    return writeTraceMap(list, ({ trace_id, spans }) => assembleTrace(trace_id, spans));
  }
  const items = list.items.flatMap(({ spans }) => flattenTrace(spans));
  return items.length === 0
    ? [`{"count":0${writeWindow(list.window)}}`]
    : writeList('spans', { items, window: list.window }, (span) => [span]);
}
