import { type DragEvent, type PointerEvent, useState } from 'react';
import type { Column } from './column.js';
import styles from './row-grid.module.css';

export interface ColumnEdits {
  /** Sets the width of a column. Undefined restores the default width. */
  readonly resize: (id: string, width: number | undefined) => void;
  /** Moves a column by a number of positions; negative numbers move it to the left. */
  readonly move: (id: string, by: number) => void;
}

/** Height of the header row in px. The style sheet specifies the same height. */
export const HEAD_HEIGHT = 28;

interface GridHeadProps {
  readonly columns: readonly Pick<Column<never>, 'id' | 'heading' | 'isNumber'>[];
  readonly tracks: string;
  /** Minimum width of a row. */
  readonly width: number;
  readonly edits: ColumnEdits | undefined;
  /** Shows a width temporarily while the user drags the edge of the column. */
  readonly onSizing: (id: string, width: number) => void;
}

/**
 * Header row of a list. The user moves a column by dragging its heading, and resizes it by dragging the line next to
 * the heading.
 */
export function GridHead(props: GridHeadProps) {
  const { columns, tracks, width, edits, onSizing } = props;
  const [dragged, setDragged] = useState<string>();
  const drop = (event: DragEvent, to: number) => {
    event.preventDefault();
    const from = columns.findIndex(({ id }) => id === dragged);
    setDragged(undefined);
    if (dragged !== undefined && from >= 0) {
      edits?.move(dragged, to - from);
    }
  };
  return (
    <div
      className={styles['head']}
      role="row"
      aria-rowindex={1}
      style={{ gridTemplateColumns: tracks, minWidth: width }}
    >
      {columns.map(({ id, heading, isNumber }, at) => (
        <span
          key={id}
          role="columnheader"
          className={`${styles['heading']} ${isNumber ? 'num' : ''}`}
          draggable={edits !== undefined}
          onDragStart={(event) => {
            event.dataTransfer.setData('text/plain', heading);
            setDragged(id);
          }}
          onDragOver={(event) => dragged !== undefined && event.preventDefault()}
          onDrop={(event) => drop(event, at)}
        >
          <span className="cut">{heading}</span>
          {edits !== undefined && <SizeHandle id={id} edits={edits} onSizing={onSizing} />}
        </span>
      ))}
    </div>
  );
}

interface SizeHandleProps extends Pick<GridHeadProps, 'onSizing'> {
  readonly id: string;
  readonly edits: ColumnEdits;
}

const MIN_WIDTH = 40;

/**
 * Handle that resizes a column. A double click restores the default width. Keyboard users can resize columns in the
 * columns dialog.
 */
function SizeHandle({ id, edits, onSizing }: SizeHandleProps) {
  const [start, setStart] = useState<{ readonly x: number; readonly width: number }>();
  const widthAt = ({ clientX }: PointerEvent) =>
    start === undefined ? 0 : Math.max(MIN_WIDTH, Math.round(start.width + clientX - start.x));
  return (
    <span
      className={styles['size']}
      aria-hidden="true"
      draggable
      onDragStart={(event) => {
        event.preventDefault();
        event.stopPropagation();
      }}
      onPointerDown={(event) => {
        const width = event.currentTarget.parentElement?.offsetWidth ?? MIN_WIDTH;
        event.currentTarget.setPointerCapture(event.pointerId);
        setStart({ x: event.clientX, width });
      }}
      onPointerMove={(event) => start && onSizing(id, widthAt(event))}
      onPointerUp={(event) => {
        setStart(undefined);
        if (start !== undefined && event.clientX !== start.x) {
          edits.resize(id, widthAt(event));
        }
      }}
      onDoubleClick={() => edits.resize(id, undefined)}
    />
  );
}
