import {
  badRequest,
  type HttpRequest,
  type Route,
  readJsonObject,
  toValidationDetails,
} from '@spanhouse/api-kit';
import { mapStream } from '@spanhouse/service-runtime';
import {
  type FilterExpression,
  type JsonObject,
  parseWindowing,
  stringifyJson,
  type Windowing,
} from '@spanhouse/span-schema';
import { simpleTraceQueryRequestSchema } from '@spanhouse/span-schema/api';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { type ListShape, listAnswer } from '../http/list-answer.js';
import { readRoute } from '../http/read-handler.js';
import { type ListServices, openTraces } from '../lists/list-services.js';
import type { ItemStream } from '../paging/list-request.js';
import { windowingOr422 } from '../requests/parse-or-422.js';
import { filterSimpleTraces } from './filter-simple-traces.js';
import { findRoot } from './find-root.js';
import { viewSimpleTrace } from './view-simple-trace.js';

interface SimpleTracesQuery {
  /** False if no trace can match; the store is not asked then. */
  readonly canMatch: boolean;
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
}

const views: ListShape<JsonObject> = {
  name: 'traces',
  brackets: ['[', ']'],
  writeItem: stringifyJson,
};

/** Lists simple traces; see docs/api/annotations.md. */
export function postSimpleTracesQuery(services: ListServices): Route {
  const { settings } = services;
  return readRoute<SimpleTracesQuery>(services, 'POST /simple/traces/query', {
    kind: 'traces',
    parse: (req) => parseSimpleTracesQuery(req, settings.bodyLimitBytes),
    async answer(query, context) {
      if (!query.canMatch) {
        return { count: 0, traces: [] };
      }
      const traces = await openTraces(services, { query }, context);
      return listAnswer(viewAll(traces), views, context.costs);
    },
  });
}

function viewAll(traces: ItemStream<WholeTrace>): ItemStream<JsonObject> {
  return mapStream(traces, async (portion) => {
    const views: JsonObject[] = [];
    for (const trace of portion) {
      const root = await findRoot(trace);
      if (root !== undefined) {
        views.push(viewSimpleTrace(root));
      }
    }
    return views;
  });
}

/**
 * Reads the query. Throws the 422 that lists every structural problem, or the 400 of a key or an id
 * that cannot be searched for.
 */
async function parseSimpleTracesQuery(
  req: HttpRequest,
  limitBytes: number,
): Promise<SimpleTracesQuery> {
  const body = await readJsonObject(req, { limitBytes });
  const parsed = simpleTraceQueryRequestSchema.safeParse(body);
  const issues = parsed.success ? [] : toValidationDetails(parsed.error, body);
  const windowing = windowingOr422(
    parseWindowing(body['windowing'], ['body', 'windowing']),
    issues,
  );
  const found = filterSimpleTraces(parsed.data ?? {});
  if (found.status === 'invalid') {
    throw badRequest(found.text);
  }
  const canMatch = found.status === 'filter';
  const filter = canMatch ? found.filter : undefined;
  return { canMatch, filter, windowing };
}
