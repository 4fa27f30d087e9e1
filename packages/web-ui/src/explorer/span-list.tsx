import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, type ReactNode, useCallback } from 'react';
import type { RowSource } from '../api/cursor-pages.js';
import type { ShownSpan } from '../api/shown-span.js';
import type { ColumnEdits } from '../parts/grid-head.js';
import { ListView } from '../parts/list-view.js';
import type { Column } from '../parts/row-grid.js';
import { SpanPreview } from './span-preview.js';

interface SpanListProps {
  readonly pages: RowSource<ShownSpan>;
  readonly columns: readonly Column<ShownSpan>[];
  readonly edits: ColumnEdits;
  /** The keys of the attributes that the filter mentions. */
  readonly matching: readonly string[];
  readonly onReload: () => void;
  readonly onSelected: (span: ShownSpan | undefined) => void;
  /** What the list says when there are no rows. */
  readonly empty: ReactNode;
  readonly side?: 'before' | 'after';
}

/** The rows of the explorer. */
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
    (span: ShownSpan) => <SpanPreview span={span} matching={matching} />,
    [matching],
  );
  return (
    <ListView
      {...props}
      name="Spans"
      keyOf={({ trace_id, span_id }) => `${trace_id}${span_id}`}
      idOf={idOfSpan}
      onOpen={open}
      preview={preview}
    />
  );
}

function idOfSpan({ span_id: id }: ShownSpan): string {
  return id;
}
