import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useCallback } from 'react';
import type { CursorPages } from '../../api/cursor-pages.js';
import { nameOfTrace, type TraceSummary } from '../../api/trace-summary.js';
import type { ColumnEdits } from '../../parts/lists/grid-head.js';
import { ListView } from '../../parts/lists/list-view.js';
import type { MarkedTrace } from '../../parts/lists/marked-traces.js';
import type { Column } from '../../parts/lists/row-grid.js';
import type { RowSelection } from '../../parts/lists/use-selected-row.js';
import { useMarks } from './use-marks.js';

interface TraceListProps {
  readonly pages: CursorPages<TraceSummary>;
  readonly columns: readonly Column<TraceSummary>[];
  readonly edits: ColumnEdits;
  readonly onReload: () => void;
  readonly onSelected: (trace: TraceSummary | undefined) => void;
  readonly side: 'before' | 'after';
  readonly selection: RowSelection;
  readonly onCancel: () => boolean;
  readonly onContinue: () => void;
  /** Content of the list when there are no rows. */
  readonly empty: ReactNode;
}

/** List of traces in the explorer. */
export function TraceList(props: TraceListProps): ReactElement {
  const navigate = useNavigate();
  const open = useCallback(
    ({ trace_id: traceId }: TraceSummary) =>
      void navigate({ to: '/traces/$traceId', params: { traceId } }),
    [navigate],
  );
  return (
    <ListView
      {...props}
      name="Traces"
      keyOf={idOfTrace}
      idOf={idOfTrace}
      onOpen={open}
      marks={useMarks(markOfTrace)}
    />
  );
}

export function markOfTrace(trace: TraceSummary): MarkedTrace {
  return { traceId: trace.trace_id, name: nameOfTrace(trace) };
}

function idOfTrace({ trace_id: id }: TraceSummary): string {
  return id;
}
