import { badRequest, type HttpRequest, type Route } from '@spanhouse/api-kit';
import type { StoredSpan } from '@spanhouse/span-row';
import type { TraceReader, WholeTrace } from '@spanhouse/trace-store/reader';
import { listAnswer } from '../http/list-answer.js';
import { traceList } from '../http/list-shapes.js';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import {
  idTexts,
  invalidTraceId,
  parseTraceIdOr400,
  refuseTooMany,
} from '../requests/parse-ids.js';
import { startOfTrace } from '../span-json/assemble-trace.js';

/** Answers traces by their ids; see docs/api/spans-and-traces.md. */
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
 * While starts are collected, traces of this many characters in all are held; further traces are
 * read again later.
 */
const MAX_HELD_CHARACTERS = 16 * 1024 * 1024;

/**
 * Reads whole traces, sorted by the start of the first top-level span and then by trace id. Unknown
 * ids are skipped.
 */
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

/** Reads every trace once to learn its start, and holds the traces that fit. */
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

/** Counts the characters of the columns that may be long. */
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
