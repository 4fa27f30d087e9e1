import { notFound, type Route } from '@spanhouse/api-kit';
import { toOtlpResource, toOtlpScope, toOtlpSpan } from '@spanhouse/span-dialects/jaeger';
import { type DialectSpan, structureOf } from '@spanhouse/span-dialects/spans';
import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { readTraces } from '../../front-doors/dialect-routes.js';
import { isUnread, limitTrace } from '../../front-doors/limit-trace.js';
import { toDialectSpan } from '../../front-doors/to-dialect-span.js';
import { holdBack } from '../../http/list-answer.js';
import { RawJson } from '../../http/send-json.js';
import { stringifyStored } from '../../span-json/parse-stored-json.js';
import type { JaegerServices } from '../jaeger-services.js';
import { parseV3Search, parseV3Trace } from '../search/parse-v3-search.js';
import { searchTraces } from '../search/search-jaeger-traces.js';
import { summarizeTraces } from '../search/summarize-traces.js';
import { parseJaegerTraceId } from './parse-jaeger-trace-ids.js';

const nothingFound = 'No traces found';

/**
 * Creates the routes that return a trace or the result of a search as OTLP/JSON, and the route that summarizes found
 * traces for the Jaeger UI.
 */
export function getV3Traces(services: JaegerServices): readonly Route[] {
  return [getTrace(services), findTraces(services), listSummaries(services)];
}

function getTrace(services: JaegerServices): Route {
  return services.read('GET /api/v3/traces/:trace_id', {
    kind: 'look_up',
    parse: (req) => {
      parseV3Trace(req);
      return parseJaegerTraceId(req.params['trace_id'] ?? '');
    },
    async answer(trace_id, context) {
      const pieces = await limitTrace(
        () => writeOtlpTraces(readTraces([trace_id], context)),
        services.jaeger.traceLimitBytes,
      );
      if (pieces === undefined) {
        throw notFound(nothingFound);
      }
      context.costs.isUnderWay = isUnread(pieces);
      return new RawJson(pieces);
    },
  });
}

function findTraces(services: JaegerServices): Route {
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

function listSummaries(services: JaegerServices): Route {
  return services.read('GET /api/v3/trace-summaries', {
    kind: 'traces',
    parse: parseV3Search,
    async answer(search, context) {
      const store = await services.open(context);
      const found = await searchTraces(search, store);
      const summaries = await summarizeTraces(found, search.window, store);
      return new RawJson(JSON.stringify({ summaries }));
    },
  });
}

/**
 * Yields an answer of version 3, `{"result":{"resourceSpans":[…]}}`, in pieces. Yields nothing if there are no traces.
 */
export async function* writeOtlpTraces(
  portions: AsyncIterable<readonly WholeTrace[]>,
): AsyncGenerator<string> {
  let before = '{"result":{"resourceSpans":[';
  for await (const traces of portions) {
    for (const trace of traces) {
      yield before;
      yield* writeResourceSpans(trace);
      before = ',';
    }
  }
  if (before === ',') {
    yield ']}}';
  }
}

async function* writeResourceSpans({ nodes, read }: WholeTrace): AsyncGenerator<string> {
  const { cyclic } = structureOf(nodes);
  const writer = new ResourceSpansWriter();
  let position = 0;
  for await (const spans of read([...nodes.keys()])) {
    for (const span of spans) {
      yield writer.span(span, cyclic.has(position));
      position += 1;
    }
  }
  yield writer.end();
}

/** Writes spans one by one. Consecutive spans are grouped if their resource, or their resource and scope, are equal. */
class ResourceSpansWriter {
  #last: StoredSpan | undefined;

  span(stored: StoredSpan, isCyclic: boolean): string {
    const span = toDialectSpan(stored);
    const before = this.#begin(stored, span);
    this.#last = stored;
    return before + stringifyStored(toOtlpSpan(span, isCyclic));
  }

  end(): string {
    return ']}]}';
  }

  /** Returns the text between the previous span and the next one. */
  #begin(stored: StoredSpan, span: DialectSpan): string {
    const isSameResource = this.#last?.resource === stored.resource;
    if (this.#last !== undefined && isSameResource && this.#last.scope === stored.scope) {
      return ',';
    }
    const scope = `{"scope":${stringifyStored(toOtlpScope(span))},"spans":[`;
    if (this.#last !== undefined && isSameResource) {
      return `]},${scope}`;
    }
    const resource = `{"resource":${stringifyStored(toOtlpResource(span))},"scopeSpans":[`;
    return (this.#last === undefined ? '' : ']}]},') + resource + scope;
  }
}
