import {
  type MouseEvent,
  memo,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { AmountBar } from '../chart/amount-bar.js';
import { moveToValue } from '../values/move-to-value.js';
import { tieValue } from '../values/shown-value.js';
import { openValue, ValueButton } from '../values/value-button.js';
import type { Column, RowMarks } from './column.js';
import styles from './row-grid.module.css';

interface GridRowProps<Row> {
  readonly row: Row | undefined;
  readonly index: number;
  readonly columns: readonly Column<Row>[];
  readonly top: number;
  readonly tracks: string;
  readonly largest: number;
  readonly isSelected: boolean;
  readonly isTabStop: boolean;
  readonly marks: RowMarks<Row> | undefined;
  readonly onSelect: (index: number) => void;
  readonly onOpen: (index: number) => void;
  readonly preview: ((row: Row) => ReactNode) | undefined;
  readonly onPreviewHeight: (px: number) => void;
}

/** Memoized row. Rows that stay visible during scrolling are not rendered again. */
export const GridRow = memo(DrawnRow) as typeof DrawnRow;

function DrawnRow<Row>(props: GridRowProps<Row>) {
  const { row, index, top, tracks, columns, isSelected, onSelect, onOpen } = props;
  const { preview, onPreviewHeight, marks, largest, isTabStop } = props;
  const element = useRef<HTMLDivElement>(null);
  const [isHovered, setHovered] = useState(false);
  useEffect(() => {
    if (isSelected && !isTyping()) {
      element.current?.focus({ preventScroll: true });
    }
  }, [isSelected]);
  return (
    <div
      className={`${styles['place']} ${index % 2 === 0 ? '' : styles['striped']}`}
      style={{ top }}
    >
      <div
        ref={element}
        className={styles['row']}
        role="row"
        tabIndex={isTabStop ? 0 : -1}
        aria-rowindex={index + 2}
        aria-selected={isSelected}
        style={{ gridTemplateColumns: tracks }}
        onFocus={() => isSelected || onSelect(index)}
        // Clicking a button in a row selects the row, so that the row stays in the document while its menu is open. The
        // focus does not ensure this, because some browsers do not focus a clicked button.
        onClickCapture={() => isSelected || onSelect(index)}
        onClick={() => row !== undefined && onOpen(index)}
        onKeyDown={moveToValue}
        onContextMenu={(event) => row !== undefined && openMenu(event, row, columns)}
        onPointerEnter={() => setHovered(true)}
        onPointerLeave={() => setHovered(false)}
      >
        {columns.map((column, at) =>
          row === undefined ? (
            <span key={column.id} role="gridcell" className={styles['cell']} />
          ) : (
            cellOf({
              column,
              row,
              largest,
              hasButton: isSelected || isHovered,
              marks: at === 0 ? marks : undefined,
            })
          ),
        )}
      </div>
      {row !== undefined && preview !== undefined && (
        <Measured onHeight={onPreviewHeight}>{preview(row)}</Measured>
      )}
    </div>
  );
}

/** Opens the menu for the value below the pointer. One event handler for the whole row is cheaper than one per cell. */
function openMenu<Row>(
  event: MouseEvent<HTMLElement>,
  row: Row,
  columns: readonly Column<Row>[],
): void {
  const cells = [...event.currentTarget.children];
  const at = cells.findIndex((cell) => cell.contains(event.target as Node));
  const [anchor, value] = [cells[at], columns[at]?.shown?.(row)];
  if (anchor instanceof HTMLElement && value !== undefined) {
    event.preventDefault();
    openValue.set({ shown: value, anchor });
  }
}

interface MeasuredProps {
  readonly onHeight: (px: number) => void;
  readonly children: ReactNode;
}

/** Reports the height of its content whenever the height changes. */
function Measured({ onHeight, children }: MeasuredProps) {
  const room = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = room.current;
    if (element === null) {
      return;
    }
    const measure = () => onHeight(element.offsetHeight);
    const sizes = new ResizeObserver(measure);
    sizes.observe(element);
    measure();
    return () => sizes.disconnect();
  }, [onHeight]);
  return <div ref={room}>{children}</div>;
}

interface CellProps<Row> {
  readonly column: Column<Row>;
  readonly row: Row;
  readonly largest: number;
  readonly hasButton: boolean;
  /** Present only in the cell with the button that marks the row. */
  readonly marks: RowMarks<Row> | undefined;
}

/**
 * Renders a cell. It is a plain function and not a component, because a scrolling list renders hundreds of cells per
 * frame.
 */
function cellOf<Row>(props: CellProps<Row>) {
  const { column, row, largest, hasButton, marks } = props;
  const { id, isNumber, cell, amount } = column;
  // Values are computed only for the row below the pointer, because computing them for every row would slow down
  // scrolling.
  const shown = hasButton ? column.shown?.(row) : undefined;
  const isMarkable = marks !== undefined && (hasButton || marks.isMarked(row));
  const isAnchor = hasButton || isMarkable || amount !== undefined;
  return (
    <span
      key={id}
      ref={shown === undefined ? undefined : tieValue(shown)}
      data-value={shown === undefined ? undefined : ''}
      role="gridcell"
      className={classOfCell(isNumber === true, isAnchor)}
      title={shown?.text}
    >
      {cell(row)}
      {amount !== undefined && <AmountBar amount={amount(row)} largest={largest} />}
      {isMarkable && <MarkButton row={row} marks={marks} />}
      {hasButton && shown !== undefined && (
        <span className={styles['menu']}>
          <ValueButton shown={shown} isTabStop={false} />
        </span>
      )}
    </span>
  );
}

function classOfCell(isNumber: boolean, isAnchor: boolean): string {
  return `${styles['cell']} cut${isNumber ? ' num' : ''}${isAnchor ? ` ${styles['anchor']}` : ''}`;
}

interface MarkButtonProps<Row> {
  readonly row: Row;
  readonly marks: RowMarks<Row>;
}

/** Button that marks a row. For the selected row, a key has the same effect. */
function MarkButton<Row>({ row, marks }: MarkButtonProps<Row>) {
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

/** Returns true if a text field has the focus. In this case, a row does not take the focus. */
function isTyping(): boolean {
  return document.activeElement instanceof HTMLInputElement;
}
