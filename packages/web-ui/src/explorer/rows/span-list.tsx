import { useNavigate } from '@tanstack/react-router';
import { lazy, type ReactElement, type ReactNode, Suspense, useCallback } from 'react';
import type { RowSource } from '../../api/cursor-pages.js';
import type { ShownSpan } from '../../api/shown-span.js';
import type { ColumnEdits } from '../../parts/lists/grid-head.js';
import { ListView } from '../../parts/lists/list-view.js';
import type { MarkedTrace } from '../../parts/lists/marked-traces.js';
import type { Column } from '../../parts/lists/row-grid.js';
import type { RowSelection } from '../../parts/lists/use-selected-row.js';
import { useMarks } from './use-marks.js';

const SpanPreview = lazy(async () => ({
  default: (await import('./span-preview.js')).SpanPreview,
}));

interface SpanListProps {
  readonly pages: RowSource<ShownSpan>;
  readonly columns: readonly Column<ShownSpan>[];
  readonly edits: ColumnEdits;
  /** Keys of the attributes that the filter mentions. */
  readonly matching: readonly string[];
  readonly onReload: () => void;
  readonly onSelected: (span: ShownSpan | undefined) => void;
  readonly onCancel?: () => boolean;
  readonly onContinue?: () => void;
  /** Content of the list when there are no rows. */
  readonly empty: ReactNode;
  readonly side?: 'before' | 'after';
  /** The selected row in the URL; absent for a list that moves. */
  readonly selection?: RowSelection;
}

/** List of spans in the explorer. */
export function SpanList({ matching, ...props }: SpanListProps): ReactElement {
  const navigate = useNavigate();
  const open = useCallback(
    ({ trace_id: traceId, span_id: spanId }: ShownSpan) =>
      void navigate({
        to: '/traces/$traceId',
        params: { traceId },
        search: { s: spanId } as never,
      }),
    [navigate],
  );
  const preview = useCallback(
    (span: ShownSpan) => (
      <Suspense fallback={null}>
        <SpanPreview span={span} matching={matching} />
      </Suspense>
    ),
    [matching],
  );
  return (
    <ListView
      {...props}
      name="Spans"
      keyOf={keyOfSpan}
      idOf={idOfSpan}
      onOpen={open}
      preview={preview}
      marks={useMarks(markOfSpan)}
    />
  );
}

function keyOfSpan({ trace_id: traceId, span_id: spanId }: ShownSpan): string {
  return `${traceId}-${spanId}`;
}

/** Returns the trace of a span, which is marked together with its row. */
export function markOfSpan({ trace_id: traceId, span_name: name }: ShownSpan): MarkedTrace {
  return { traceId, name };
}

function idOfSpan({ span_id: id }: ShownSpan): string {
  return id;
}
