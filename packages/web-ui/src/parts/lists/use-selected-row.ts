import { useCallback, useEffect, useRef, useState } from 'react';
import type { PagesState, RowSource } from '../../api/cursor-pages.js';

/** The selected row of a list, as stored in the URL. */
export interface RowSelection {
  readonly key: string | undefined;
  readonly select: (key: string | undefined) => void;
  /** Writes the selection to the URL immediately. */
  readonly settle: () => void;
  /** Called if the list does not contain the row in the URL. */
  readonly onMissing: () => void;
}

interface SelectableList<Row> {
  readonly pages: RowSource<Row>;
  readonly keyOf: (row: Row) => string;
  /** Reads and writes the selection in the URL; absent if the URL does not store it. */
  readonly selection?: RowSelection;
  /** Called as soon as the user selects a row, so that the next key acts on this row. */
  readonly onSelected?: (row: Row | undefined) => void;
}

/** Maximum number of rows to read while searching for the row in the URL. */
const MAX_SEARCHED = 2000;

interface Sought {
  readonly key: string;
  /** True if more pages should be read to find the row. */
  readonly isWorthReading: boolean;
}

/** State of the list that is on screen. A different list may currently be rendering. */
interface Latest<Row> extends Pick<SelectableList<Row>, 'pages' | 'keyOf'> {
  readonly at: number | undefined;
  readonly key: string | undefined;
}

/** Selects the row at a position. The argument can be a function that computes the position from the previous one. */
export type SelectRow = (
  next: number | undefined | ((at: number | undefined) => number | undefined),
) => void;

/**
 * Returns the position of the selected row, and a function that selects a row. After the list is read again, the
 * selected row is found by its key, because its position may have changed. If `selection` is given, the row in the URL
 * is selected when the page opens and when the user goes back in the browser's history.
 */
export function useSelectedRow<Row>(
  { pages, keyOf, selection, onSelected }: SelectableList<Row>,
  state: PagesState,
): readonly [number | undefined, SelectRow] {
  const [at, setAt] = useState<number>();
  const latest = useRef<Latest<Row>>({ at, key: undefined, pages, keyOf });
  const sought = useRef<Sought>(undefined);
  const wanted = selection?.key;
  useEffect(() => {
    const key = selection === undefined ? latest.current.key : wanted;
    const isNamed = key !== latest.current.key;
    const isOtherList = pages !== latest.current.pages;
    latest.current = { ...latest.current, key, pages, keyOf };
    if (isNamed || isOtherList) {
      sought.current = key === undefined ? undefined : { key, isWorthReading: isNamed };
      latest.current = { ...latest.current, at: undefined };
      setAt(undefined);
    }
  }, [selection, wanted, pages, keyOf]);
  useEffect(() => {
    if (sought.current === undefined) {
      return;
    }
    const found = lookFor(sought.current, pages, latest.current.keyOf);
    if (found === 'waiting') {
      return;
    }
    if (typeof found === 'number') {
      latest.current = { ...latest.current, at: found };
      setAt(found);
    } else if (sought.current.isWorthReading) {
      selection?.onMissing();
    } else {
      latest.current = { ...latest.current, key: undefined };
      selection?.select(undefined);
    }
    sought.current = undefined;
  }, [pages, state, wanted]); // `state` is included because it changes with the rows
  const select = useCallback<SelectRow>(
    (next) => {
      const to = typeof next === 'function' ? next(latest.current.at) : next;
      const row = to === undefined ? undefined : pages.row(to);
      const key = row && latest.current.keyOf(row);
      sought.current = undefined;
      latest.current = { ...latest.current, at: to, key };
      setAt(to);
      selection?.select(key);
      onSelected?.(row);
    },
    [pages, selection, onSelected],
  );
  return [at, select];
}

/**
 * Returns the position of a row. If the row is not loaded yet, reads more rows. Returns `missing` if the list does not
 * contain the row.
 */
function lookFor<Row>(
  { key, isWorthReading }: Sought,
  pages: RowSource<Row>,
  keyOf: (row: Row) => string,
): number | 'waiting' | 'missing' {
  const found = positionOf(key, pages, keyOf);
  if (found !== undefined) {
    return found;
  }
  const { known, isLoading, isComplete, error } = pages.state;
  if (isLoading || error !== undefined) {
    return 'waiting';
  }
  if (isComplete || known >= (isWorthReading ? MAX_SEARCHED : 1)) {
    return 'missing';
  }
  pages.need(known, known);
  return 'waiting';
}

function positionOf<Row>(
  key: string,
  pages: RowSource<Row>,
  keyOf: (row: Row) => string,
): number | undefined {
  for (let at = 0; at < pages.state.known; at++) {
    const row = pages.row(at);
    if (row !== undefined && keyOf(row) === key) {
      return at;
    }
  }
  return undefined;
}
