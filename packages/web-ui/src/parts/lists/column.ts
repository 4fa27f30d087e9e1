import type { ReactNode } from 'react';
import type { ShownValue } from '../values/shown-value.js';

/** A column of a list: its heading, its width as a CSS grid track, and the function that renders its cells. */
export interface Column<Row> {
  readonly id: string;
  readonly heading: string;
  readonly width: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Returns the amount that a bar in the cell shows. A list has at most one column with bars. */
  readonly amount?: (row: Row) => number;
  /** Returns the cell's value for the value menu. */
  readonly shown?: (row: Row) => ShownValue | undefined;
}

/** The rows marked for comparison, and the function that marks or unmarks a row. */
export interface RowMarks<Row> {
  readonly isMarked: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
}
