import type { ReactNode } from 'react';
import type { ShownValue } from '../values/shown-value.js';

/** A column of a list: its heading, its width as a CSS grid track, and the function that renders its cells. */
export interface Column<Row> {
  readonly id: string;
  readonly heading: string;
  readonly width: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Returns the amount that the bar in the cell shows. At most one column of a list has bars. */
  readonly amount?: (row: Row) => number;
  /** Returns the value of the cell for its menu. */
  readonly shown?: (row: Row) => ShownValue | undefined;
}

/** The rows that the user marked for comparison. */
export interface RowMarks<Row> {
  readonly isMarked: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
}
