import { useMemo } from 'react';
import { type MarkedTrace, markedTraces, toggleMark } from '../../parts/lists/mark-to-compare.js';
import type { RowMarks } from '../../parts/lists/row-grid.js';
import { useStore } from '../../parts/store.js';

/**
 * Returns the rows marked for comparison, and a function that marks a row. `markOf` MUST be the same function at each
 * render.
 */
export function useMarks<Row>(markOf: (row: Row) => MarkedTrace): RowMarks<Row> {
  const marked = useStore(markedTraces);
  return useMemo(
    () => ({
      isMarked: (row) => marked.some(({ traceId }) => traceId === markOf(row).traceId),
      toggle: (row) => toggleMark(markOf(row)),
    }),
    [marked, markOf],
  );
}
