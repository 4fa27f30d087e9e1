import type { StoredSpan } from '@spanhouse/span-row';
import type { Projection } from '@spanhouse/span-schema';
import type { TraceToSummarize, WholeTrace } from '@spanhouse/trace-store/reader';
import { type ItemText, writeTree } from '../span-json/assemble-trace.js';
import { writeSummary } from '../span-json/summarize-trace.js';
import { spanWriter } from '../span-json/write-projected-span.js';
import type { ListShape } from './list-answer.js';

/** List of whole spans, `{"count":n,"spans":[…]}`. */
export const spanList = projectedSpanList(undefined);

/** Returns the shape of a list with only the span parts that a projection selects. */
export function projectedSpanList(projection: Projection | undefined): ListShape<StoredSpan> {
  const write = spanWriter(projection);
  return { name: 'spans', brackets: ['[', ']'], writeItem: (span) => write(span) };
}

/** List of traces as trees, `{"count":n,"traces":[…]}`. */
export const traceList = projectedTraceList(undefined);

/** Returns the shape of a list with only the span parts that a projection selects. */
export function projectedTraceList(projection: Projection | undefined): ListShape<WholeTrace> {
  return {
    name: 'traces',
    brackets: ['[', ']'],
    writeItem: (trace) => writeTrace(trace, projection),
  };
}

/** List of trace summaries, `{"count":n,"summaries":[…]}`. */
export const summaryList: ListShape<TraceToSummarize> = {
  name: 'summaries',
  brackets: ['[', ']'],
  writeItem: writeSummary,
};

/** Traces in the older form, an object keyed by trace id: `{"count":n,"traces":{"<trace_id>":{"spans":…}}}`. */
export const traceMap: ListShape<WholeTrace> = {
  name: 'traces',
  brackets: ['{', '}'],
  writeItem: (trace) => wrapText(`"${trace.trace_id}":{"spans":`, writeTree(trace), '}'),
};

/** Returns a trace as a JSON tree: `{"trace_id":…,"spans":…}`. */
export function writeTrace(trace: WholeTrace, projection?: Projection): ItemText {
  return wrapText(`{"trace_id":"${trace.trace_id}","spans":`, writeTree(trace, projection), '}');
}

/** Adds a prefix and a suffix to an item. */
function wrapText(before: string, text: ItemText, after: string): ItemText {
  return typeof text === 'string' ? `${before}${text}${after}` : wrapPieces(before, text, after);
}

async function* wrapPieces(
  before: string,
  pieces: AsyncIterable<string>,
  after: string,
): AsyncGenerator<string> {
  yield before;
  yield* pieces;
  yield after;
}
