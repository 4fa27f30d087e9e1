import { type DragEvent, type PointerEvent, type ReactElement, useState } from 'react';
import styles from './row-grid.module.css';

/** What a person can change about the columns of a list. */
export interface ColumnEdits {
  /** Undefined gives the column its own width again. */
  readonly resize: (id: string, width: number | undefined) => void;
  /** Moves a column by some places; a negative number moves it to the left. */
  readonly move: (id: string, by: number) => void;
}

/** The height of the headings in px, as the style sheet has it. */
export const HEAD_HEIGHT = 28;

interface HeadColumn {
  readonly id: string;
  readonly heading: string;
  readonly isNumber?: boolean;
}

interface GridHeadProps {
  readonly columns: readonly HeadColumn[];
  readonly tracks: string;
  /** The least width of a row. */
  readonly width: number;
  readonly edits: ColumnEdits | undefined;
  /** Shows a width while a person drags it. */
  readonly onSizing: (id: string, width: number) => void;
}

/** The headings of a list. The mouse moves a column by its heading and sizes it by the line beside it. */
export function GridHead(props: GridHeadProps): ReactElement {
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

/** Sizes a column by a drag; a double click gives it its own width again. Keys do this in the dialog of the columns. */
function SizeHandle({ id, edits, onSizing }: SizeHandleProps): ReactElement {
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
