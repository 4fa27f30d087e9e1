import { createStore } from '../parts/store.js';
import type { Outline } from '../trace/outline/outline.js';

/** A read of an opened trace: one span, the matching spans of the trace or of all opened traces, or the whole trace. */
export type FileRead =
  | { readonly traceId: string; readonly spanId: string }
  | { readonly traceId: string; readonly query: object; readonly isInAllTraces: boolean }
  | { readonly traceId: string };

/** An opened file. The pages of this tab can show its traces. */
export interface OpenedFile {
  readonly name: string;
  /** The outlines of its traces, in the order of the file. */
  readonly traces: readonly Outline[];
  /** Answers a read of a trace in this file as the API would; returns undefined for other traces. */
  readonly answer: (read: FileRead) => Promise<string> | undefined;
}

/** The opened files by name. They remain until the tab is closed. */
export const openedFiles = createStore<ReadonlyMap<string, OpenedFile>>(new Map());

/** Returns the opened file that the address names. */
export function fileOfAddress(): OpenedFile | undefined {
  const name = new URLSearchParams(window.location.search).get('file');
  return name === null ? undefined : openedFiles.get().get(name);
}
