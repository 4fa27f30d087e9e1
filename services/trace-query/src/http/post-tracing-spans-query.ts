import type { Route } from '@spanhouse/service-runtime';
import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { writeFlatTrace } from '../query/assemble-trace.js';
import type { ItemStream } from '../query/list-request.js';
import { listSpans } from '../query/list-spans.js';
import { listTraces } from '../query/list-traces.js';
import { SPAN_LIST, TRACE_MAP } from './list-shapes.js';
import { type FlatQuery, parseFlatQuery } from './parse-flat-query.js';
import { openedOr400, type QueryServices, toListRequest } from './query-services.js';
import { createReadHandler, type ReadContext } from './read-handler.js';
import { type ListShape, writeList, writeWindow } from './write-answer.js';

type Answer = Promise<AsyncIterable<string>>;

const emptyAnswer: ListShape<unknown>['emptyAnswer'] = (window) =>
  `{"count":0${writeWindow(window)}}`;
const FLAT_SPANS: ListShape<StoredSpan> = { ...SPAN_LIST, emptyAnswer };
const FLAT_TEXTS: ListShape<string> = { ...FLAT_SPANS, writeItem: (text) => text };

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
  { spanPages }: QueryServices,
  query: FlatQuery,
  context: ReadContext,
): Answer {
  const { reader, signal, costs } = context;
  const options = { signal, extent: 'page' } as const;
  const list = await listSpans(toListRequest(query, context), { reader, ...spanPages }, options);
  return writeList(openedOr400(list), FLAT_SPANS, costs);
}

async function answerTraces(
  { tracePages }: QueryServices,
  query: FlatQuery,
  context: ReadContext,
): Answer {
  const { reader, signal, costs } = context;
  const options = { signal, extent: 'page' } as const;
  const list = await listTraces(toListRequest(query, context), { reader, ...tracePages }, options);
  const traces = openedOr400(list);
  return query.format === 'agenta'
    ? writeList(traces, TRACE_MAP, costs)
    : writeList(flatten(traces), FLAT_TEXTS, costs);
}

/** In the format `opentelemetry` the traces are still selected whole, but their spans are listed one by one. */
async function* flatten<Trace extends WholeTrace>(traces: ItemStream<Trace>): ItemStream<string> {
  for (;;) {
    const step = await traces.next();
    if (step.done) return step.value;
    for (const trace of step.value) yield* writeFlatTrace(trace);
  }
}
