import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { PagesState, RowSource } from '../../api/cursor-pages.js';
import { useLargest } from '../chart/amount-bar.js';
import { rowHeight } from '../theme/row-height.js';
import type { Column, RowMarks } from './column.js';
import { type ColumnEdits, GridHead, HEAD_HEIGHT } from './grid-head.js';
import { GridRow } from './grid-row.js';
import styles from './row-grid.module.css';
import { heightOfRows, type RowRange, rowsWith, topOfRow } from './row-layout.js';
import { useRowWindow } from './use-row-window.js';

export type { Column, RowMarks } from './column.js';

export interface RowGridProps<Row> {
  /** Accessible name of the list, such as `Spans`. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly pages: RowSource<Row>;
  readonly state: PagesState;
  readonly keyOf: (row: Row) => string;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
  readonly onOpen: (index: number) => void;
  /** Callbacks for the user's changes to the columns; absent if the columns are fixed. */
  readonly edits?: ColumnEdits;
  /** Returns the content that is shown below the selected row. */
  readonly preview?: ((row: Row) => ReactNode) | undefined;
  readonly marks?: RowMarks<Row>;
}

/** Number of rows that are rendered above and below the visible rows. */
const OVERSCAN = 8;
/** Number of rows to read beyond the last visible row. */
const READ_AHEAD = 40;
const COLUMN_GAP = 12;
const ROW_PADDING = 24;

/** Returns the state of a list, and renders the component again when the state changes. */
export function usePagesState<Row>(pages: RowSource<Row>): PagesState {
  return useSyncExternalStore(pages.subscribe, () => pages.state);
}

/** List of any length. Only the visible rows are in the document. */
export function RowGrid<Row>(props: RowGridProps<Row>) {
  const { name, columns, pages, state, selected, onSelect, onOpen, preview, marks } = props;
  const { room, layout, shown, tabStop, largest, setPreviewHeight } = useShownRows(props);
  const sizes = useTracks(columns);
  const { tracks, width } = sizes;
  return (
    <div
      className={`${styles['grid']} sideways`}
      role="grid"
      aria-label={name}
      aria-rowcount={state.isComplete ? state.known + 1 : -1}
      aria-colcount={columns.length}
      ref={room}
    >
      <GridHead {...sizes} columns={columns} edits={props.edits} />
      <div
        className={styles['rows']}
        role="rowgroup"
        style={{ height: heightOfRows(layout), minWidth: width }}
      >
        {shown.rows.map((index, at) => (
          <GridRow
            key={shown.keys[at]}
            row={pages.row(index)}
            index={index}
            top={topOfRow(layout, index)}
            columns={columns}
            tracks={tracks}
            largest={largest}
            isSelected={index === selected}
            isTabStop={index === tabStop}
            onSelect={onSelect}
            onOpen={onOpen}
            marks={marks}
            preview={index === selected ? preview : undefined}
            onPreviewHeight={setPreviewHeight}
          />
        ))}
      </div>
    </div>
  );
}

/**
 * Determines the visible rows, reads rows that are missing, and scrolls to the selected row. The selected row stays in
 * the document even when it is out of view, because it may have the focus.
 */
function useShownRows<Row>({ columns, pages, state, selected, preview }: RowGridProps<Row>) {
  const room = useRef<HTMLDivElement>(null);
  const [previewHeight, setPreviewHeight] = useState(0);
  const isOpened = preview !== undefined && selected !== undefined;
  const opened = isOpened ? { index: selected, height: previewHeight } : undefined;
  const layout = { count: state.known, height: rowHeight('list'), opened };
  const { first, end, firstInView, show } = useRowWindow(layout, {
    room,
    head: HEAD_HEIGHT,
    overscan: OVERSCAN,
  });
  useEffect(() => pages.need(first, Math.max(first, end - 1) + READ_AHEAD), [pages, first, end]);
  useEffect(() => {
    if (selected !== undefined) {
      show(selected);
    }
  }, [show, selected]);
  const kept = selected !== undefined && selected < state.known ? selected : undefined;
  const shown = useRowKeys({ first, end }, kept);
  const tabStop = kept ?? firstInView;
  const columnAmount = columns.find(({ amount }) => amount !== undefined)?.amount;
  const rows =
    columnAmount === undefined ? [] : shown.rows.flatMap((index) => pages.row(index) ?? []);
  const largest = useLargest(pages, columnAmount === undefined ? [] : rows.map(columnAmount));
  return { room, layout, shown, tabStop, largest, setPreviewHeight };
}

/**
 * Returns the grid tracks for the columns, and the minimum width of a row. The width of a column that is being resized
 * is included.
 */
function useTracks(columns: readonly { readonly id: string; readonly width: string }[]) {
  const [sizing, setSizing] = useState<{ readonly id: string; readonly px: number }>();
  useEffect(() => setSizing(undefined), [columns]);
  const widths = columns.map(({ id, width }) => (id === sizing?.id ? `${sizing.px}px` : width));
  const least = widths.map((width) => Number(/([\d.]+)px/.exec(width)?.[1] ?? 0));
  return {
    tracks: widths.join(' '),
    width: least.reduce((sum, px) => sum + px + COLUMN_GAP, ROW_PADDING - COLUMN_GAP),
    onSizing: (id: string, px: number) => setSizing({ id, px }),
  };
}

/** The rows in the document, in order, with the React keys of their elements. */
export interface RowKeys {
  readonly rows: readonly number[];
  readonly keys: readonly number[];
  /** The next unused React key. */
  readonly next: number;
}

/**
 * Assigns React keys to rows:
 * - If the rows are the same as before, `before` is returned.
 * - If most rows are new, they reuse existing elements, because changing an element is cheaper than creating one.
 * - The element of the row `kept` is never reused, because it may have the focus.
 * - Elements above that element stay above it, and elements below it stay below. Otherwise, React would have to move
 *   that element in the document, and it would lose the focus.
 */
export function moveKeys(before: RowKeys, range: RowRange, kept: number | undefined): RowKeys {
  const rows = rowsWith(range, kept ?? -1);
  if (rows.length === before.rows.length && rows.every((row, at) => row === before.rows[at])) {
    return before;
  }
  const keyBefore = new Map(before.rows.map((row, at) => [row, before.keys[at]]));
  const staying = rows.filter((row) => row !== kept && keyBefore.has(row));
  const isMoved = 2 * staying.length < rows.length;
  const [above, below] = keysAround(before, kept);
  let { next } = before;
  const keys = rows.map((row) => {
    const spares = kept !== undefined && row < kept ? above : below;
    const spare = isMoved && row !== kept ? spares.shift() : keyBefore.get(row);
    if (spare !== undefined) {
      return spare;
    }
    next += 1;
    return next - 1;
  });
  return { rows, keys, next };
}

/**
 * Returns the keys of the elements above a row and of those below it. If the row has no element, all keys count as
 * below it.
 */
function keysAround({ rows, keys }: RowKeys, kept: number | undefined): [number[], number[]] {
  const at = kept === undefined ? -1 : rows.indexOf(kept);
  return at < 0 ? [[], [...keys]] : [keys.slice(0, at), keys.slice(at + 1)];
}

/** Returns the rows in the document with their React keys: the rows of the range, and the kept row. */
function useRowKeys(range: RowRange, kept: number | undefined): RowKeys {
  const [before, setBefore] = useState<RowKeys>({ rows: [], keys: [], next: 0 });
  const current = moveKeys(before, range, kept);
  if (current !== before) {
    setBefore(current);
  }
  return current;
}
