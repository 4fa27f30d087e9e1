import type { ReactNode } from 'react';
import type { ShownValue } from '../values/shown-value.js';

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
