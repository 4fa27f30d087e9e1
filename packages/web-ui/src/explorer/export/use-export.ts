import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../api/call.js';
import type { Json } from '../../api/shown-span.js';
import { offerBlob } from '../../parts/values/offer-blob.js';
import { copyLines, type ExportOutcome, type ExportProgress, type LineSink } from './copy-lines.js';

/** The request that reads a list. */
export interface ListRequest {
  readonly path: `/${string}`;
  readonly body: Json;
}

export type ExportState =
  | { readonly status: 'none' }
  | ({ readonly status: 'running' } & ExportProgress)
  | ExportOutcome;

const INTERVAL_MS = 200;

/** Writes all rows of a list to a file and reports the progress. Leaving the page aborts the export. */
export function useExport({ path, body }: ListRequest, name: string) {
  const [state, setState] = useState<ExportState>({ status: 'none' });
  const running = useRef<AbortController>(undefined);
  const cancel = useCallback(() => running.current?.abort(), []);
  useEffect(() => cancel, [cancel]);
  const start = useCallback(async () => {
    cancel();
    const control = new AbortController();
    running.current = control;
    setState({ status: 'none' });
    try {
      const sink = await openSink(name);
      if (sink === undefined) {
        return;
      }
      setState({ status: 'running', rows: 0, bytes: 0 });
      const headers = { accept: 'application/x-ndjson' };
      const { body: stream } = await send(path, { body, headers, signal: control.signal });
      const outcome = await copyLines(chunksOf(stream), sink, throttled(setState));
      setState(outcome);
    } catch (error) {
      setState({ status: 'failed', message: (error as Error).message, rows: 0, bytes: 0 });
    }
  }, [path, body, name, cancel]);
  const clear = useCallback(() => setState({ status: 'none' }), []);
  return { state, start, cancel, clear };
}

async function* chunksOf(stream: ReadableStream<Uint8Array<ArrayBuffer>> | null) {
  const reader = stream?.getReader();
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || value === undefined) {
      return;
    }
    yield value;
  }
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

/** Maximum size kept in memory if the browser cannot write to a file. */
const MAX_BLOB_BYTES = 512_000_000;

/** The part of the File System Access API that an export uses. Some browsers do not support this API. */
interface FilePicker {
  showSaveFilePicker?: (options: object) => Promise<{
    createWritable: () => Promise<{
      write: (bytes: Uint8Array<ArrayBuffer>) => Promise<void>;
      close: () => Promise<void>;
      abort: () => Promise<void>;
    }>;
  }>;
}

const type = 'application/x-ndjson';

/**
 * Opens a file that the user chooses, or a memory buffer that becomes a download. Returns undefined if the user
 * cancels.
 */
async function openSink(name: string): Promise<LineSink | undefined> {
  const { showSaveFilePicker } = window as FilePicker;
  if (showSaveFilePicker === undefined) {
    return new BlobSink(name);
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

class BlobSink implements LineSink {
  readonly #name: string;
  #parts: Uint8Array<ArrayBuffer>[] = [];
  #bytes = 0;

  constructor(name: string) {
    this.#name = name;
  }

  write(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_BLOB_BYTES) {
      return Promise.reject(
        new Error(
          'This browser can only export 512 MB. The command of “Copy as curl” exports everything.',
        ),
      );
    }
    this.#parts.push(bytes);
    return Promise.resolve();
  }

  close(): Promise<void> {
    offerBlob(new Blob(this.#parts, { type }), { download: this.#name });
    return Promise.resolve();
  }

  abort(): Promise<void> {
    this.#parts = [];
    return Promise.resolve();
  }
}
