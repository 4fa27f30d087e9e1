import { useEffect, useRef, useState } from 'react';
import { send } from '../../api/call.js';
import type { Json } from '../../api/shown-span.js';
import { offerBlob } from '../../parts/values/offer-blob.js';
import { type Bytes, copyLines, type ExportOutcome, type ExportProgress } from './copy-lines.js';

export interface ListRequest {
  readonly path: `/${string}`;
  readonly body: Json;
}

export type ExportState =
  | { readonly status: 'none' }
  | ({ readonly status: 'running' } & ExportProgress)
  | ExportOutcome;

const INTERVAL_MS = 200;

/**
 * Returns the progress of the export and a function that writes all rows of a list to a file. Leaving the page aborts
 * the export.
 */
export function useExport({ path, body }: ListRequest, name: string) {
  const [state, setState] = useState<ExportState>({ status: 'none' });
  const running = useRef<AbortController>(undefined);
  const cancel = () => running.current?.abort();
  useEffect(() => cancel, []);
  const start = async () => {
    cancel();
    const control = new AbortController();
    running.current = control;
    setState({ status: 'none' });
    try {
      const file = await openFile(name);
      if (file === undefined) {
        return;
      }
      setState({ status: 'running', rows: 0, bytes: 0 });
      const headers = { accept: 'application/x-ndjson' };
      const answer = await send(path, { body, headers, signal: control.signal });
      const lines = answer.body as ReadableStream<Bytes>;
      setState(await copyLines(lines, file, throttled(setState)));
    } catch (error) {
      setState({ status: 'failed', message: (error as Error).message, rows: 0, bytes: 0 });
    }
  };
  return { state, start, cancel, clear: () => setState({ status: 'none' }) };
}

function throttled(setState: (state: ExportState) => void): (progress: ExportProgress) => void {
  let shownMs = 0;
  return (progress) => {
    const nowMs = performance.now();
    if (nowMs - shownMs >= INTERVAL_MS) {
      shownMs = nowMs;
      setState({ status: 'running', ...progress });
    }
  };
}

/**
 * Maximum size, in bytes, of an export in browsers that cannot write to a file. These browsers keep the export in
 * memory.
 */
const MAX_BLOB_BYTES = 512_000_000;

/** The subset of the File System Access API that an export uses. Some browsers do not support this API. */
interface FilePicker {
  showSaveFilePicker?: (
    options: object,
  ) => Promise<{ createWritable: () => Promise<WritableStream<Bytes>> }>;
}

const type = 'application/x-ndjson';

/**
 * Opens a file that the user chooses. In browsers without file access, opens a memory buffer that becomes a download.
 * Returns undefined if the user cancels.
 */
async function openFile(name: string): Promise<WritableStream<Bytes> | undefined> {
  const { showSaveFilePicker } = window as FilePicker;
  if (showSaveFilePicker === undefined) {
    return createDownload(name);
  }
  try {
    const types = [{ description: 'Lines of JSON', accept: { [type]: ['.ndjson'] } }];
    const file = await showSaveFilePicker({ suggestedName: name, types });
    return await file.createWritable();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') {
      return undefined;
    }
    throw error;
  }
}

/** Creates a memory buffer. Closing the buffer downloads its content. */
function createDownload(name: string): WritableStream<Bytes> {
  const parts: Bytes[] = [];
  let bytes = 0;
  return new WritableStream({
    write(part) {
      bytes += part.length;
      if (bytes > MAX_BLOB_BYTES) {
        throw new Error(
          'This browser can only export 512 MB. The command of “Copy as curl” exports everything.',
        );
      }
      parts.push(part);
    },
    close: () => offerBlob(new Blob(parts, { type }), { download: name }),
  });
}
