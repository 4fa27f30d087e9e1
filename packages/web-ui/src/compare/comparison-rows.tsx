import { type Range, useVirtualizer } from '@tanstack/react-virtual';
import {
  type KeyboardEvent,
  type ReactElement,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
} from 'react';
import { type RowRange, rowsWith } from '../parts/lists/row-layout.js';
import { useFocusedRow } from '../parts/lists/use-focused-row.js';
import { rowHeight } from '../parts/theme/row-height.js';
import { toggleFold } from '../trace/waterfall/folded-rows.js';
import { useTreeKeys } from '../trace/waterfall/use-tree-keys.js';
import { type Comparison, keyOfRow } from './comparison.js';
import { ComparisonRow } from './comparison-row.js';
import styles from './comparison-rows.module.css';

const OVERSCAN = 12;

interface ComparisonRowsProps {
  readonly comparison: Comparison;
  /** The visible rows in order. */
  readonly rows: Int32Array;
  /** False for a flat list. */
  readonly isTree: boolean;
  /** True if the rows share the page with an open pair. */
  readonly isNarrow: boolean;
  readonly selected: number;
  readonly folded: ReadonlySet<number>;
  readonly onSelect: (row: number) => void;
  readonly onOpen: (row: number) => void;
  readonly onFolded: (folded: ReadonlySet<number>) => void;
}

/** The spans of two traces side by side. Only the visible rows are in the document. */
export function ComparisonRows(props: ComparisonRowsProps): ReactElement {
  const { comparison, rows, isTree, isNarrow, selected, folded, onSelect, onOpen, onFolded } =
    props;
  const { shape, rows: all } = comparison;
  const room = useRef<HTMLDivElement>(null);
  const at = rows.indexOf(selected);
  const list = useRows(room, rows.length, at);
  const keepFocus = useFocusedRow(room, at);
  const flat = useMemo(() => ({ end: all.parent.map((_, row) => row + 1) }), [all]);
  const { press } = useTreeKeys({
    view: { shape: isTree ? shape : flat, parent: all.parent, rows, selected, folded },
    keepFocus,
    onSelect,
    onFolded,
  });
  const onKeyDown = (event: KeyboardEvent) => press(event) && event.preventDefault();
  return (
    <div
      ref={room}
      className={`${styles['tree']} ${isNarrow ? styles['narrow'] : ''}`}
      role="treegrid"
      aria-label="Comparison"
      aria-rowcount={rows.length + 1}
      aria-colcount={3}
      onKeyDown={onKeyDown}
    >
      <div className={styles['columns']} role="row" aria-rowindex={1}>
        <span role="columnheader">A</span>
        <span role="columnheader">B</span>
        <span role="columnheader">Difference</span>
      </div>
      <div className={styles['rows']} role="rowgroup" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index] ?? 0;
          return (
            <ComparisonRow
              key={keyOfRow(comparison, row)}
              comparison={comparison}
              row={row}
              index={index}
              top={start}
              isTree={isTree}
              isSelected={row === selected}
              isFolded={isTree && folded.has(row)}
              onSelect={onSelect}
              onOpen={onOpen}
              onFold={(toggled) => onFolded(toggleFold(folded, toggled))}
            />
          );
        })}
      </div>
    </div>
  );
}

/** Scrolls to the selected row, which stays in the document when the user scrolls on. */
function useRows(room: RefObject<HTMLDivElement | null>, count: number, index: number) {
  const list = useVirtualizer({
    count,
    getScrollElement: () => room.current,
    estimateSize: () => rowHeight('tree'),
    overscan: OVERSCAN,
    rangeExtractor: (range) => [...rowsWith(rangeOf(range), index)],
  });
  useEffect(() => {
    if (index >= 0) {
      list.scrollToIndex(index);
    }
  }, [list, index]);
  return list;
}

function rangeOf({ startIndex, endIndex, overscan, count }: Range): RowRange {
  const first = Math.max(0, startIndex - overscan);
  return { first, end: Math.max(first, Math.min(count, endIndex + 1 + overscan)) };
}
