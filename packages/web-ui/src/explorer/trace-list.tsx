import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import type { CursorPages } from '../api/cursor-pages.js';
import type { TraceSummary } from '../api/trace-summary.js';
import { ListView } from '../parts/list-view.js';
import { Message } from '../parts/message.js';
import type { Column } from '../parts/row-grid.js';

interface TraceListProps {
  readonly pages: CursorPages<TraceSummary>;
  readonly columns: readonly Column<TraceSummary>[];
  readonly onReload: () => void;
  readonly onSelected: (trace: TraceSummary | undefined) => void;
}

/** The traces of the explorer, and what it says when there are none. */
export function TraceList({ pages, columns, onReload, onSelected }: TraceListProps): ReactElement {
  const navigate = useNavigate();
  const open = useCallback(
    ({ trace_id: traceId }: TraceSummary) =>
      void navigate({ to: '/traces/$traceId', params: { traceId } }),
    [navigate],
  );
  return (
    <ListView
      name="Traces"
      pages={pages}
      columns={columns}
      keyOf={({ trace_id }) => trace_id}
      onOpen={open}
      onReload={onReload}
      onSelected={onSelected}
      empty={
        <Message title="No trace matches.">
          <p>Widen the window, or take a condition out of the filter.</p>
        </Message>
      }
    />
  );
}
