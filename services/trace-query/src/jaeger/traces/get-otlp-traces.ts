import { notFound, type Route } from '@spanhouse/api-kit';
import { toOtlpResource, toOtlpScope, toOtlpSpan } from '@spanhouse/span-dialects/jaeger';
import type { DialectSpan } from '@spanhouse/span-dialects/spans';
import type { StoredSpan } from '@spanhouse/span-row';
import type { BoundServices } from '../../front-doors/dialect-routes.js';
import { readTraces } from '../../front-doors/dialect-routes.js';
import { limitTrace } from '../../front-doors/limit-trace.js';
import {
  spansOfTrace,
  type TracePortions,
  type WrittenTrace,
  writeTraces,
} from '../../front-doors/write-traces.js';
import { holdBack } from '../../http/list-answer.js';
import { RawJson } from '../../http/send-json.js';
import { stringifyStored } from '../../span-json/parse-stored-json.js';
import { parseV3Search, parseV3Trace } from '../search/parse-v3-search.js';
import { searchTraces } from '../search/search-jaeger-traces.js';
import { summarizeTraces } from '../search/summarize-traces.js';
import { parseJaegerTraceId } from './parse-jaeger-trace-ids.js';

const nothingFound = 'No traces found';

/**
 * Creates the routes that return one trace or the traces that a search finds, both as OTLP/JSON, and the route that
 * summarizes such traces for the Jaeger UI.
 */
export function getV3Traces(services: BoundServices): readonly Route[] {
  return [getTrace(services), findTraces(services), listSummaries(services)];
}

function getTrace(services: BoundServices): Route {
  return services.read('GET /api/v3/traces/:trace_id', {
    kind: 'look_up',
    parse: (req) => {
      parseV3Trace(req);
      return parseJaegerTraceId(req.params['trace_id'] ?? '');
    },
    async answer(trace_id, context) {
      const pieces = await limitTrace(
        () => writeOtlpTraces(readTraces([trace_id], context)),
        services.settings.frontDoors.traceLimitBytes,
        context.costs,
      );
      if (pieces === undefined) {
        throw notFound(nothingFound);
      }
      return new RawJson(pieces);
    },
  });
}

function findTraces(services: BoundServices): Route {
  return services.read('GET /api/v3/traces', {
    kind: 'traces',
    parse: parseV3Search,
    async answer(search, context) {
      const traceIds = await searchTraces(search, await services.open(context));
      const traces = writeOtlpTraces(readTraces(traceIds, context));
      const pieces = await holdBack(traces, context.costs);
      if (Array.isArray(pieces) && pieces.length === 0) {
        throw notFound(nothingFound);
      }
      return new RawJson(pieces);
    },
  });
}

function listSummaries(services: BoundServices): Route {
  return services.read('GET /api/v3/trace-summaries', {
    kind: 'traces',
    parse: parseV3Search,
    async answer(search, context) {
      const store = await services.open(context);
      const found = await searchTraces(search, store);
      const summaries = await summarizeTraces(found, search.window, store);
      return { summaries };
    },
  });
}

/** Yields a version 3 answer, `{"result":{"resourceSpans":[…]}}`, in pieces. Yields nothing if there are no traces. */
export function writeOtlpTraces(portions: TracePortions): AsyncGenerator<string> {
  return writeTraces(portions, writeResourceSpans, ['{"result":{"resourceSpans":[', ']}}']);
}

/** Yields the spans of a trace one by one. Consecutive spans that share a resource and a scope are grouped. */
async function* writeResourceSpans(trace: WrittenTrace): AsyncGenerator<string> {
  let last: StoredSpan | undefined;
  for await (const { stored, span, isCyclic } of spansOfTrace(trace)) {
    yield textBefore(span, stored, last) + stringifyStored(toOtlpSpan(span, isCyclic));
    last = stored;
  }
  yield ']}]}';
}

/** Returns the JSON between the previous span and this span. */
function textBefore(span: DialectSpan, stored: StoredSpan, last: StoredSpan | undefined): string {
  const isSameResource = last !== undefined && last.resource === stored.resource;
  if (isSameResource && last.scope === stored.scope) {
    return ',';
  }
  const scope = `{"scope":${stringifyStored(toOtlpScope(span))},"spans":[`;
  if (isSameResource) {
    return `]},${scope}`;
  }
  const resource = `{"resource":${stringifyStored(toOtlpResource(span))},"scopeSpans":[`;
  return (last === undefined ? '' : ']}]},') + resource + scope;
}
