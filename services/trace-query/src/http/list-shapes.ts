import type { StoredSpan } from '@spanhouse/span-row';
import type { TraceToSummarize, WholeTrace } from '@spanhouse/trace-store/reader';
import { type ItemText, writeTree } from '../span-json/assemble-trace.js';
import { writeSummary } from '../span-json/summarize-trace.js';
import { writeSpanJson } from '../span-json/write-span-json.js';
import type { ListShape } from './list-answer.js';

/** `{"count":n,"spans":[…]}`. */
export const spanList: ListShape<StoredSpan> = {
  name: 'spans',
  brackets: ['[', ']'],
  writeItem: (span) => writeSpanJson(span),
};

/** `{"count":n,"traces":[…]}`, each trace with its tree. */
export const traceList: ListShape<WholeTrace> = {
  name: 'traces',
  brackets: ['[', ']'],
  writeItem: writeTrace,
};

/** `{"count":n,"summaries":[…]}`. */
export const summaryList: ListShape<TraceToSummarize> = {
  name: 'summaries',
  brackets: ['[', ']'],
  writeItem: writeSummary,
};

/** The older form, by id: `{"count":n,"traces":{"<trace_id>":{"spans":…}}}`. */
export const traceMap: ListShape<WholeTrace> = {
  name: 'traces',
  brackets: ['{', '}'],
  writeItem: (trace) => wrapText(`"${trace.trace_id}":{"spans":`, writeTree(trace), '}'),
};

/** Returns the text of a trace as a tree: `{"trace_id":…,"spans":…}`. */
export function writeTrace(trace: WholeTrace): ItemText {
  return wrapText(`{"trace_id":"${trace.trace_id}","spans":`, writeTree(trace), '}');
}

/** `<before>…<after>`. */
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
