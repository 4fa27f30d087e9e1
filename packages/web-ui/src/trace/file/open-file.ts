import { type OpenedFile, openedFiles } from '../../api/opened-files.js';
import { fileWorker } from '../workers/page-workers.js';

/**
 * Opens a file in the browser without uploading it. Rejects with an Error that explains why the file cannot be read.
 */
export async function openFile(file: File): Promise<OpenedFile> {
  const traces = await fileWorker.run('openTraceFile', file);
  const ids = new Set(traces.map(({ traceId }) => traceId));
  const answer: OpenedFile['answer'] = (read) =>
    ids.has(read.traceId) ? fileWorker.run('readOpened', read) : undefined;
  const opened = { name: file.name, traces, answer };
  openedFiles.set(new Map(openedFiles.get()).set(file.name, opened));
  return opened;
}
