import type { ReactNode } from 'react';
import type { RowSource } from '../api/cursor-pages.js';
import type { ActiveFilter } from '../filter-bar/use-filter.js';
import type { MarkedTrace } from '../parts/lists/mark-to-compare.js';
import type { Column } from '../parts/lists/row-grid.js';
import type { ChosenColumns } from './columns/use-columns.js';

/** List state that the surrounding explorer page needs. */
export interface ExplorerViewProps<Row> {
  readonly active: ActiveFilter;
  readonly listed: 'spans' | 'traces';
  readonly pages: RowSource<Row>;
  readonly all: readonly Column<Row>[];
  readonly columns: ChosenColumns<Row>;
  /** True if the view is a list of stored rows; false for a live list or a chart. */
  readonly isStill: boolean;
  readonly onRun: () => void;
  /** True if the list does not contain the row that the URL selects. */
  readonly isRowMissing: boolean;
  /** Time at which the shown rows were read; present only while the service does not respond. */
  readonly readAt: string | undefined;
  /** Trace of the selected row. The user can mark this trace for comparison. */
  readonly selected: MarkedTrace | undefined;
  /** The list or chart itself. */
  readonly children: ReactNode;
}
