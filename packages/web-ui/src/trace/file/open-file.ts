import { type OpenedFile, openedFiles } from '../../api/opened-files.js';
import { fileWorker } from '../workers/page-workers.js';
import type { FileQuery } from './find-spans.js';
import { listAt } from './json-members.js';
import type { FileRead } from './opened-traces.js';

/** Opens a file without sending it anywhere. Rejects with an Error that says why it cannot be read. */
export async function openFile(file: File): Promise<OpenedFile> {
  const traces = await fileWorker.run('openTraceFile', file);
  const ids = new Set(traces.map(({ traceId }) => traceId));
  const answer: OpenedFile['answer'] = (path, body) => {
    const read = readOf(path, body);
    return read !== undefined && ids.has(read.traceId)
      ? fileWorker.run('readOpened', read)
      : undefined;
  };
  const opened = { name: file.name, traces, answer };
  openedFiles.set(new Map(openedFiles.get()).set(file.name, opened));
  return opened;
}

/** Returns the read of a trace that a request asks for; undefined for other requests. */
function readOf(path: string, body: unknown): FileRead | undefined {
  const [, traceId, spanId] = /^\/spans\/(\w{32})\/(\w{16})$/.exec(path) ?? [];
  if (traceId !== undefined && spanId !== undefined) {
    return { traceId, spanId };
  }
  const [, whole] = /^\/traces\/(\w{32})$/.exec(path) ?? [];
  if (whole !== undefined) {
    return { traceId: whole };
  }
  return path === '/spans/query' ? readOfQuery(body as FileQuery) : undefined;
}

/** Returns the read of a query that names a trace, or a trace that spans of any trace link to. */
function readOfQuery(query: FileQuery): FileRead | undefined {
  for (const part of query.filtering?.conditions ?? []) {
    const { field, value } = 'field' in part ? part : {};
    const [link] = field === 'links' ? listAt(value) : [];
    const traceId = field === 'trace_id' ? value : link?.['trace_id'];
    if (typeof traceId === 'string') {
      return { traceId, query, isInAllTraces: field === 'links' };
    }
  }
  return undefined;
}
