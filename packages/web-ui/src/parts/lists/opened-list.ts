import type { PagesState } from '../../api/cursor-pages.js';
import { createStore } from '../store.js';

/**
 * The list from which a page was opened. The page's previous and next results are the neighbouring rows in this list.
 */
export interface OpenedList {
  readonly at: number;
  /** The positions of all rows that were opened, in order. The last one equals `at`. */
  readonly opened: readonly number[];
  /** Opens the row at a position. Returns false if the list has no such row. */
  readonly open: (at: number) => boolean;
  /**
   * Returns the key of a row; undefined if the row is not loaded. In lists of spans and traces, the key begins with the
   * trace id.
   */
  readonly keyAt: (at: number) => string | undefined;
  readonly size: () => Pick<PagesState, 'known' | 'isComplete'>;
}

/** The list in this tab that most recently opened a row. */
export const openedList = createStore<OpenedList | undefined>(undefined);

/** Returns true if the page of the trace, query or dead letter with this id was opened from the list. */
export function hasOpened(list: OpenedList, id: string): boolean {
  return list.opened.some((at) => list.keyAt(at)?.startsWith(id) === true);
}

/** Opens the next result, or the previous result if `by` is -1. Returns false if there is no such result. */
export function openNeighbour(by: 1 | -1): boolean {
  const list = openedList.get();
  const at = (list?.at ?? 0) + by;
  if (list === undefined || at < 0 || !list.open(at)) {
    return false;
  }
  openedList.set({ ...list, at, opened: [...list.opened, at] });
  return true;
}
