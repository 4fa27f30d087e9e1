import {
  badRequest,
  type HttpRequest,
  type Route,
  toValidationDetails,
  unprocessable,
} from '@spanhouse/service-runtime';
import {
  type FilterExpression,
  parseWindowing,
  simpleTraceQueryRequest,
  type Windowing,
} from '@spanhouse/span-schema';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import type { ItemStream } from '../query/list-request.js';
import { listTraces } from '../query/list-traces.js';
import { filterSimpleTraces } from '../simple-traces/filter-simple-traces.js';
import { findRoot } from '../simple-traces/find-root.js';
import { viewSimpleTrace } from '../simple-traces/view-simple-trace.js';
import { openedOr400, type QueryServices, toListRequest } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { readJsonObject } from './read-json-body.js';
import { type ListShape, writeList } from './write-answer.js';

interface SimpleTracesQuery {
  /** Whether a trace can match at all. */
  readonly canMatch: boolean;
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
}

const VIEWS: ListShape<string> = {
  name: 'traces',
  brackets: ['[', ']'],
  writeItem: (view) => view,
};

export function postSimpleTracesQuery(services: QueryServices): Route {
  const { tracePages, settings } = services;
  const handler = createReadHandler<SimpleTracesQuery>(services, {
    kind: 'traces',
    parse: (req) => parseSimpleTracesQuery(req, settings.bodyLimitBytes),
    async answer(query, context) {
      if (!query.canMatch) return ['{"count":0,"traces":[]}'];
      const { reader, signal, costs } = context;
      const options = { signal, extent: 'page' } as const;
      const request = toListRequest(query, context);
      const list = await listTraces(request, { reader, ...tracePages }, options);
      return writeList(viewAll(openedOr400(list)), VIEWS, costs);
    },
  });
  return { method: 'POST', path: '/simple/traces/query', mirrored: true, handler };
}

async function* viewAll(traces: ItemStream<WholeTrace>): ItemStream<string> {
  for (;;) {
    const step = await traces.next();
    if (step.done) return step.value;
    const views: string[] = [];
    for (const trace of step.value) {
      const root = await findRoot(trace);
      if (root !== undefined) views.push(viewSimpleTrace(root));
    }
    yield views;
  }
}

/** Throws the 422 that lists every structural problem, or the 400 of a key or an id that makes no sense. */
async function parseSimpleTracesQuery(
  req: HttpRequest,
  limitBytes: number,
): Promise<SimpleTracesQuery> {
  const body = await readJsonObject(req, limitBytes);
  const parsed = simpleTraceQueryRequest.safeParse(body);
  const windowing = parseWindowing(body['windowing'], ['body', 'windowing']);
  if (!parsed.success || windowing.status === 'malformed') {
    throw unprocessable([
      ...(parsed.success ? [] : toValidationDetails(parsed.error, body)),
      ...(windowing.status === 'malformed' ? windowing.issues : []),
    ]);
  }
  const found = filterSimpleTraces(parsed.data);
  if (found.status === 'invalid') throw badRequest(found.text);
  const canMatch = found.status === 'filter';
  const filter = canMatch ? found.filter : undefined;
  return { canMatch, filter, windowing: windowing.windowing };
}
