import { createStore } from '../parts/store.js';
import type { Outline } from '../trace/outline/outline.js';

/** A read from an opened file: one span, the matching spans of one trace or of all traces, or a whole trace. */
export type FileRead =
  | { readonly traceId: string; readonly spanId: string }
  | { readonly traceId: string; readonly query: object; readonly isInAllTraces: boolean }
  | { readonly traceId: string };

/** A trace file that the user has opened in this tab. */
export interface OpenedFile {
  readonly name: string;
  /** The outlines of the file's traces, in file order. */
  readonly traces: readonly Outline[];
  /**
   * Returns what the API would return if the trace were stored. Returns undefined if the file does not contain the
   * trace.
   */
  readonly answer: (read: FileRead) => Promise<string> | undefined;
}

/** The opened files, keyed by name. They stay open until the tab is closed. */
export const openedFiles = createStore<ReadonlyMap<string, OpenedFile>>(new Map());

/** Returns the opened file that the address names. */
export function fileOfAddress(): OpenedFile | undefined {
  const name = new URLSearchParams(window.location.search).get('file');
  return name === null ? undefined : openedFiles.get().get(name);
}
