import type { StoredSpan } from '@spanhouse/span-row';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { type ItemText, writeTree } from '../query/assemble-trace.js';
import { writeSpanJson } from '../query/write-span-json.js';
import { type ListShape, wrapText } from './write-answer.js';

export const SPAN_LIST: ListShape<StoredSpan> = {
  name: 'spans',
  brackets: ['[', ']'],
  writeItem: (span) => writeSpanJson(span),
};

export const TRACE_LIST: ListShape<WholeTrace> = {
  name: 'traces',
  brackets: ['[', ']'],
  writeItem: writeTrace,
};

/** `{"<trace_id>":{"spans":…}}`. */
export const TRACE_MAP: ListShape<WholeTrace> = {
  name: 'traces',
  brackets: ['{', '}'],
  writeItem: (trace) => wrapText(`"${trace.trace_id}":{"spans":`, writeTree(trace), '}'),
};

export function writeTrace(trace: WholeTrace): ItemText {
  return wrapText(`{"trace_id":"${trace.trace_id}","spans":`, writeTree(trace), '}');
}
