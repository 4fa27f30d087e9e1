import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, type ReactElement, useCallback } from 'react';
import { nameOfTrace, type TraceSummary } from '../../api/trace-summary.js';
import { ListView } from '../../parts/lists/list-view.js';
import type { MarkedTrace } from '../../parts/lists/marked-traces.js';
import { useMarks } from './use-marks.js';

type TraceListProps = Omit<
  ComponentProps<typeof ListView<TraceSummary>>,
  'name' | 'keyOf' | 'idOf' | 'onOpen' | 'marks'
>;

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
