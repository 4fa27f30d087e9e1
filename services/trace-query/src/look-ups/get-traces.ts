import { badRequest, type HttpRequest, methodNotAllowed, type Route } from '@spanhouse/api-kit';
import type { StoredSpan } from '@spanhouse/span-row';
import type { TraceReader, WholeTrace } from '@spanhouse/trace-store/reader';
import { listAnswer, onlyTraceAnswer } from '../http/list-answer.js';
import { traceList, traceMap, writeTrace } from '../http/list-shapes.js';
import { type ReadContext, type ReadServices, readRoute } from '../http/read-handler.js';
import {
  idTexts,
  invalidTraceId,
  parseTraceIdOr400,
  refuseTooMany,
} from '../requests/parse-ids.js';
import { startOfTrace } from '../span-json/assemble-trace.js';

/** Creates the route that returns traces by their ids; see docs/api/spans-and-traces.md. */
export function getTraces(services: ReadServices): Route {
  return readRoute(services, 'GET /traces/', {
    kind: 'look_up',
    parse: parseTraceIds,
    answer(trace_ids, { principal, signal, reader, costs }) {
      const found = { project_id: principal.project_id, trace_ids };
      const traces = lookUpTraces(reader, found, signal);
      return listAnswer(traces, traceList, costs);
    },
  });
}

/** Creates the route that returns one trace as a tree; see docs/api/spans-and-traces.md. */
export function getTrace(services: ReadServices): Route {
  return readRoute(services, 'GET /traces/:trace_id', {
    kind: 'look_up',
    parse: ({ params }) => parseTraceId(params['trace_id']),
    answer: (trace_id, context) =>
      onlyTraceAnswer(streamTrace(trace_id, context), writeTrace, context.costs),
  });
}

const mapShape = { ...traceMap, omitsEmptyList: true } as const;

/** Creates the route that returns one trace in the older form: an object with at most one member. */
export function getTracingTrace(services: ReadServices): Route {
  return readRoute(services, 'GET /tracing/traces/:trace_id', {
    kind: 'look_up',
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], invalidTraceId),
    answer: (trace_id, context) =>
      listAnswer(streamTrace(trace_id, context), mapShape, context.costs),
  });
}

function streamTrace(trace_id: string, { principal, signal, reader }: ReadContext) {
  const found = { project_id: principal.project_id, trace_ids: [trace_id] };
  return reader.streamFoundTraces(found, { signal, deadline: 'each' });
}

/** Paths of POST routes that a GET would otherwise treat as ids. */
const reservedWords = ['query', 'ingest'];

function parseTraceId(text = ''): string {
  if (reservedWords.includes(text.toLowerCase())) {
    throw methodNotAllowed(['POST'], `GET /traces/${text} is not supported.`);
  }
  return parseTraceIdOr400(text, invalidTraceId);
}

function parseTraceIds(req: HttpRequest): readonly string[] {
  const texts = idTexts(req, 'trace_id');
  if (texts.length === 0) {
    throw badRequest('At least one trace_id query parameter is required.');
  }
  refuseTooMany(texts);
  return [...new Set(texts.map((text) => parseTraceIdOr400(text, invalidTraceId)))];
}

interface TraceIds {
  readonly project_id: string;
  /** MUST be distinct. */
  readonly trace_ids: readonly string[];
}

interface FoundTrace {
  readonly trace_id: string;
  readonly start_time: bigint;
  readonly held: WholeTrace | undefined;
}

/**
 * Maximum total number of characters in traces that are kept while their starts are determined. All further traces are
 * read twice.
 */
const MAX_HELD_CHARACTERS = 16 * 1024 * 1024;

/** Reads whole traces, sorted by (start of the first top-level span, trace id). Skips unknown ids. */
async function* lookUpTraces(
  reader: TraceReader,
  ids: TraceIds,
  signal: AbortSignal,
): AsyncGenerator<readonly WholeTrace[]> {
  for (const { trace_id, held } of await findStarts(reader, ids, signal)) {
    if (held === undefined) {
      const again = { ...ids, trace_ids: [trace_id] };
      yield* reader.streamFoundTraces(again, { signal, deadline: 'each' });
    } else {
      yield [held];
    }
  }
}

/** Reads every trace once to find its start. Keeps as many traces as fit into memory. */
async function findStarts(
  reader: TraceReader,
  ids: TraceIds,
  signal: AbortSignal,
): Promise<readonly FoundTrace[]> {
  const found: FoundTrace[] = [];
  let left = MAX_HELD_CHARACTERS;
  for await (const traces of reader.streamFoundTraces(ids, { signal, deadline: 'shared' })) {
    for (const trace of traces) {
      left -= trace.held === undefined ? 0 : charactersOf(trace.held);
      const held = trace.held !== undefined && left > 0 ? trace : undefined;
      const { trace_id } = trace;
      found.push({ trace_id, start_time: startOfTrace(trace.nodes), held });
    }
  }
  return found.sort(byStart);
}

/** Counts the characters in the columns that may contain long strings. */
function charactersOf(spans: readonly StoredSpan[]): number {
  return spans.reduce(
    (sum, { attributes, events }) => sum + attributes.length + (events?.length ?? 0),
    0,
  );
}

function byStart(left: FoundTrace, right: FoundTrace): number {
  if (left.start_time !== right.start_time) {
    return left.start_time < right.start_time ? -1 : 1;
  }
  return left.trace_id < right.trace_id ? -1 : Number(left.trace_id > right.trace_id);
}
