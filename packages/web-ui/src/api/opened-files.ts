import { createStore } from '../parts/store.js';
import type { Outline } from '../trace/outline/outline.js';

/**
 * A read of an opened trace: one span, the spans of the trace that match a query, the matching spans of all opened
 * traces, or the whole trace.
 */
export type FileRead =
  | { readonly traceId: string; readonly spanId: string }
  | { readonly traceId: string; readonly query: object; readonly isInAllTraces: boolean }
  | { readonly traceId: string };

/** An opened file, whose traces the pages of this tab show. */
export interface OpenedFile {
  readonly name: string;
  /** The outlines of its traces, in the order of the file. */
  readonly traces: readonly Outline[];
  /** Answers a read of one of its traces like the API; undefined for other traces. */
  readonly answer: (read: FileRead) => Promise<string> | undefined;
}

/** The opened files by name. They are kept as long as the tab. */
export const openedFiles = createStore<ReadonlyMap<string, OpenedFile>>(new Map());

/** Returns the opened file that the address names. */
export function fileOfAddress(): OpenedFile | undefined {
  const name = new URLSearchParams(window.location.search).get('file');
  return name === null ? undefined : openedFiles.get().get(name);
}
