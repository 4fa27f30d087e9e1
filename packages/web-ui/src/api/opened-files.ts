import { createStore } from '../parts/store.js';
import type { Outline } from '../trace/outline/outline.js';

/** A file whose traces the pages of this tab show. */
export interface OpenedFile {
  readonly name: string;
  /** The outlines of its traces, in the order of the file. */
  readonly traces: readonly Outline[];
  /** Answers a read of one of its traces as the API would; undefined for other reads. */
  readonly answer: (path: string, body: unknown) => Promise<string> | undefined;
}

/** The files that were opened, by name. They last as long as the tab. */
export const openedFiles = createStore<ReadonlyMap<string, OpenedFile>>(new Map());

/** Returns the file that the address names, if it is open. */
export function fileOfAddress(): OpenedFile | undefined {
  const name = new URLSearchParams(window.location.search).get('file');
  return name === null ? undefined : openedFiles.get().get(name);
}
