import type { PagesState } from '../../api/cursor-pages.js';
import { createStore } from '../store.js';

/** The list from which a page was opened: its neighbours are the previous and the next result. */
export interface OpenedList {
  readonly at: number;
  /** The positions that were opened, in order; `at` is the last one. */
  readonly opened: readonly number[];
  /** Opens the row at a position. Returns false if there is no such row. */
  readonly open: (at: number) => boolean;
  /** Returns the key of a row; undefined while it is not here. The key of a span or trace begins with the id of the trace. */
  readonly keyAt: (at: number) => string | undefined;
  readonly size: () => Pick<PagesState, 'known' | 'isComplete'>;
}

/** The last list from which a row was opened in this tab. */
export const openedList = createStore<OpenedList | undefined>(undefined);

/** Whether a list has opened the page that shows a trace, a query or a dead letter with an id. */
export function hasOpened(list: OpenedList, id: string): boolean {
  return list.opened.some((at) => list.keyAt(at)?.startsWith(id) === true);
}

/** Opens the next result, or a previous one with -1. Returns false if there is none. */
export function openNeighbour(by: 1 | -1): boolean {
  const list = openedList.get();
  const at = (list?.at ?? 0) + by;
  if (list === undefined || at < 0 || !list.open(at)) {
    return false;
  }
  openedList.set({ ...list, at, opened: [...list.opened, at] });
  return true;
}
