import type { ReactNode } from 'react';
import type { ShownValue } from '../values/shown-value.js';

/** A column of a list: its heading, its width as a CSS grid track, and the cell of a row. */
export interface Column<Row> {
  readonly id: string;
  readonly heading: string;
  readonly width: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row) => ReactNode;
  /** Returns the amount that a bar below the cell compares with the other rows. At most one column has it. */
  readonly amount?: (row: Row) => number;
  /** Returns the value of the cell, which then has a menu. */
  readonly shown?: (row: Row) => ShownValue | undefined;
}

/** The rows that are marked for comparison. */
export interface RowMarks<Row> {
  readonly isMarked: (row: Row) => boolean;
  readonly toggle: (row: Row) => void;
}
