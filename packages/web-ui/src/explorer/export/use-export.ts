import { useCallback, useEffect, useRef, useState } from 'react';
import { send } from '../../api/call.js';
import type { Json } from '../../api/shown-span.js';
import { copyLines, type ExportOutcome, type ExportProgress } from './copy-lines.js';
import { openSink } from './open-sink.js';

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
