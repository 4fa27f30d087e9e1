import { createStore } from '../parts/store.js';
import type { Outline } from '../trace/outline/outline.js';

/** A read of an opened trace: one of its spans, the matches of a query in it or in all traces of files, or all of it. */
export type FileRead =
  | { readonly traceId: string; readonly spanId: string }
  | { readonly traceId: string; readonly query: object; readonly isInAllTraces: boolean }
  | { readonly traceId: string };

/** A file whose traces the pages of this tab show. */
export interface OpenedFile {
  readonly name: string;
  /** The outlines of its traces, in the order of the file. */
  readonly traces: readonly Outline[];
  /** Answers a read of one of its traces as the API would; undefined for other traces. */
  readonly answer: (read: FileRead) => Promise<string> | undefined;
}

/** The files that were opened, by name. They last as long as the tab. */
export const openedFiles = createStore<ReadonlyMap<string, OpenedFile>>(new Map());

/** Returns the file that the address names, if it is open. */
export function fileOfAddress(): OpenedFile | undefined {
  const name = new URLSearchParams(window.location.search).get('file');
  return name === null ? undefined : openedFiles.get().get(name);
}
