import type { FileRead } from '../../api/opened-files.js';
import type { Json, ShownSpan } from '../../api/shown-span.js';
import { writeJson } from '../../parts/values/write-json.js';
import type { Outline } from '../outline/outline.js';
import { findSpans } from './find-spans.js';
import { outlineOfSpans } from './outline-of-spans.js';
import { readTraceFile, UnreadableFile } from './read-trace-file.js';
import { writeOtlp } from './write-otlp.js';

/** Maximum size of a file in bytes. A larger file does not fit into the memory of a browser tab. */
const MAX_BYTES = 300_000_000;

/** Spans of the opened traces, keyed by trace id. */
const opened = new Map<string, readonly ShownSpan[]>();

/**
 * Reads a file and keeps its spans in memory. Returns the outlines of the traces, in file order. Rejects with an
 * UnreadableFile if the file cannot be shown.
 */
export async function openTraceFile(file: Blob): Promise<readonly Outline[]> {
  if (file.size > MAX_BYTES) {
    throw new UnreadableFile('The file is larger than 300 MB.');
  }
  const byTrace = Map.groupBy(readTraceFile(await file.text()), ({ trace_id: id }) => id);
  return [...byTrace].map(([traceId, spans]) => {
    opened.set(traceId, spans);
    return outlineOfSpans(spans);
  });
}

/** Returns the JSON that the API would return for the same read. */
export function readOpened(read: FileRead): string {
  const spans = opened.get(read.traceId) ?? [];
  if ('spanId' in read) {
    const span = spans.find(({ span_id: id }) => id === read.spanId);
    return writeJson((span === undefined ? { count: 0 } : { count: 1, span }) as unknown as Json);
  }
  const found = 'query' in read ? findMatches(read, spans) : spans;
  return writeJson({ count: found.length, spans: found } as unknown as Json);
}

function findMatches(
  { query, isInAllTraces }: Extract<FileRead, { readonly query: object }>,
  spans: readonly ShownSpan[],
): readonly ShownSpan[] {
  return findSpans(isInAllTraces ? [...opened.values()].flat() : spans, query);
}

/** Converts an API response that contains spans to OTLP/JSON. */
export function translateToOtlp(text: string): string {
  return writeJson(writeOtlp(readTraceFile(text)), 2);
}
