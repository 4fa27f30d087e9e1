import type { ReactNode } from 'react';
import type { RowSource } from '../api/cursor-pages.js';
import type { ActiveFilter } from '../filter-bar/use-filter.js';
import type { MarkedTrace } from '../parts/lists/marked-traces.js';
import type { Column } from '../parts/lists/row-grid.js';
import type { ChosenColumns } from './columns/use-columns.js';

/** What the frame of the explorer knows of its list. */
export interface ExplorerViewProps<Row> {
  readonly active: ActiveFilter;
  readonly listed: 'spans' | 'traces';
  readonly pages: RowSource<Row>;
  readonly all: readonly Column<Row>[];
  readonly columns: ChosenColumns<Row>;
  /** Whether the page shows a list that does not follow what arrives. */
  readonly isStill: boolean;
  readonly onRun: () => void;
  /** Whether the list lacks the selected row of the address. */
  readonly isRowMissing: boolean;
  /** When the rows were read, if the service does not answer any more. */
  readonly readAt: string | undefined;
  /** The trace of the selected row. */
  readonly selected: MarkedTrace | undefined;
  /** The list. */
  readonly children: ReactNode;
}
