import { useMemo } from 'react';
import { type MarkedTrace, markedTraces, toggleMark } from '../../parts/lists/marked-traces.js';
import type { RowMarks } from '../../parts/lists/row-grid.js';
import { useStore } from '../../parts/store.js';

/** Returns which rows are marked to compare, and what marks one. `markOf` MUST stay the same. */
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
