import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type ReactElement,
  type ReactNode,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { PagesState, RowSource } from '../api/cursor-pages.js';
import { rowHeight } from '../theme/row-height.js';
import { AmountBar, useLargest } from './amount-bar.js';
import { type ColumnEdits, GridHead } from './grid-head.js';
import { moveToValue } from './move-to-value.js';
import styles from './row-grid.module.css';
import { type ShownValue, tieValue } from './shown-value.js';
import { useTracks } from './use-tracks.js';
import { openValue, ValueButton } from './value-button.js';

/** A column of a list: its heading, its width as a track of a CSS grid, and the cell of a row. */
export interface Column<Row> {
  readonly id: string;
  readonly heading: string;
  readonly width: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** What a bar below the cell compares with the other rows. At most one column has it. */
  readonly amount?: (row: Row) => number;
  /** The value of the cell, which then has a menu. */
  readonly shown?: (row: Row) => ShownValue | undefined;
}

/** Rows that a person marks to compare them. */
export interface RowMarks<Row> {
  readonly isMarked: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
}

export interface RowGridProps<Row> {
  /** The name for assistive technology: `Spans`. */
  readonly name: string;
  readonly columns: readonly Column<Row>[];
  readonly pages: RowSource<Row>;
  readonly state: PagesState;
  readonly keyOf: (row: Row) => string;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
  readonly onOpen: (index: number) => void;
  /** What a person can change about the columns; nothing without it. */
  readonly edits?: ColumnEdits;
  /** What appears below the selected row. */
  readonly preview?: (row: Row) => ReactNode;
  readonly marks?: RowMarks<Row>;
}

/** Rows that are rendered above and below the visible ones. */
const OVERSCAN = 8;
/** Rows that are read ahead of the last visible one. */
const READ_AHEAD = 40;

/** Follows the state of a list. */
export function usePagesState<Row>(pages: RowSource<Row>): PagesState {
  return useSyncExternalStore(pages.subscribe, () => pages.state);
}

/** A list of any length, of which only the visible rows are in the document. */
export function RowGrid<Row>(props: RowGridProps<Row>): ReactElement {
  const { name, columns, pages, state, selected, onSelect, onOpen, preview, marks } = props;
  const room = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: state.known,
    getScrollElement: () => room.current,
    estimateSize: () => rowHeight('list'),
    overscan: OVERSCAN,
  });
  const items = rows.getVirtualItems();
  const [first, last] = [items[0]?.index ?? 0, items.at(-1)?.index ?? 0];
  useEffect(() => pages.need(first, last + READ_AHEAD), [pages, first, last]);
  useEffect(() => {
    if (selected !== undefined && selected < rows.options.count) {
      rows.scrollToIndex(selected);
    }
  }, [rows, selected]);
  const amountOf = columns.find(({ amount }) => amount !== undefined)?.amount;
  const shown = items.flatMap(({ index }) => pages.row(index) ?? []);
  const largest = useLargest(pages, amountOf === undefined ? [] : shown.map(amountOf));
  const sizes = useTracks(columns);
  const { tracks, width } = sizes;
  return (
    <div
      className={styles['grid']}
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
        style={{ height: rows.getTotalSize(), minWidth: width }}
      >
        {items.map(({ index, start }) => (
          <GridRow
            key={index}
            row={pages.row(index)}
            index={index}
            top={start}
            columns={columns}
            tracks={tracks}
            largest={largest}
            isSelected={index === selected}
            isTabStop={index === (selected ?? 0)}
            measure={rows.measureElement}
            onSelect={onSelect}
            onOpen={onOpen}
            marks={marks}
            preview={index === selected ? preview : undefined}
          />
        ))}
      </div>
    </div>
  );
}

interface GridRowProps<Row> extends Pick<RowGridProps<Row>, 'columns' | 'onSelect' | 'onOpen'> {
  readonly row: Row | undefined;
  readonly index: number;
  readonly top: number;
  readonly tracks: string;
  readonly largest: number;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly measure: (element: HTMLElement | null) => void;
  readonly marks: RowMarks<Row> | undefined;
  readonly preview: ((row: Row) => ReactNode) | undefined;
}

/** Rows that stay in the document are not drawn again while a person scrolls. */
const GridRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<Row>(props: GridRowProps<Row>): ReactElement {
  const { row, index, top, tracks, measure, columns, isSelected, onSelect, onOpen } = props;
  const { preview, marks, largest, isTabStop } = props;
  const element = useRef<HTMLDivElement>(null);
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    if (isSelected && !isTyping()) {
      element.current?.focus({ preventScroll: true });
    }
  }, [isSelected]);
  return (
    <div
      ref={measure}
      data-index={index}
      className={`${styles['place']} ${index % 2 === 0 ? '' : styles['striped']}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div
        ref={element}
        className={`${styles['row']} ${isSelected ? styles['selected'] : ''}`}
        role="row"
        tabIndex={isTabStop ? 0 : -1}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        style={{ gridTemplateColumns: tracks }}
        onFocus={() => isSelected || onSelect(index)}
        onClick={() => row !== undefined && onOpen(index)}
        onKeyDown={moveToValue}
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
      >
        {columns.map((column, at) => (
          <GridCell
            key={column.id}
            column={column}
            row={row}
            largest={largest}
            hasButton={isSelected || isHovered}
            marks={at === 0 ? marks : undefined}
          />
        ))}
      </div>
      {row !== undefined && preview?.(row)}
    </div>
  );
}

interface GridCellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row | undefined;
  readonly largest: number;
  readonly hasButton: boolean;
  /** In the cell that has the mark of its row. */
  readonly marks: RowMarks<Row> | undefined;
}

function GridCell<Row>(props: GridCellProps<Row>): ReactElement {
  const { column, row, largest, hasButton, marks } = props;
  const { isNumber, cell, amount } = column;
  const shown = row === undefined ? undefined : column.shown?.(row);
  return (
    <span
      ref={tieValue(shown)}
      data-value={shown === undefined ? undefined : ''}
      role="gridcell"
      className={`${styles['cell']} cut ${isNumber ? 'num' : ''}`}
      title={shown?.text}
      onContextMenu={(event) => {
        if (shown !== undefined) {
          event.preventDefault();
          openValue.set({ shown, beside: event.currentTarget });
        }
      }}
    >
      {row === undefined ? '' : cell(row)}
      {row !== undefined && amount !== undefined && (
        <AmountBar amount={amount(row)} largest={largest} />
      )}
      {row !== undefined && marks !== undefined && (hasButton || marks.isMarked(row)) && (
        <MarkButton row={row} marks={marks} />
      )}
      {hasButton && shown !== undefined && (
        <span className={styles['menu']}>
          <ValueButton shown={shown} isTabStop={false} />
        </span>
      )}
    </span>
  );
}

interface MarkButtonProps<Row> {
  readonly row: Row;
  readonly marks: RowMarks<Row>;
}

/** Marks a row with the mouse; a key does the same with the selected row. */
function MarkButton<Row>({ row, marks }: MarkButtonProps<Row>): ReactElement {
  return (
    <button
      type="button"
      className={styles['mark']}
      tabIndex={-1}
      aria-pressed={marks.isMarked(row)}
      aria-label="Mark to compare"
      title="Mark to compare (x)"
      onClick={(event) => {
        event.stopPropagation();
        marks.toggle(row);
      }}
    />
  );
}

/** Whether a person is in a text field, which keeps the focus. */
function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}
