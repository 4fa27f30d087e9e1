import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback } from 'react';
import type { RowSource } from '../api/cursor-pages.js';
import type { ShownSpan } from '../api/shown-span.js';
import { ListView } from '../parts/list-view.js';
import { Message } from '../parts/message.js';
import type { Column } from '../parts/row-grid.js';
import { SpanPreview } from './span-preview.js';

interface SpanListProps {
  readonly pages: RowSource<ShownSpan>;
  readonly columns: readonly Column<ShownSpan>[];
  readonly onReload: () => void;
  readonly onSelected: (span: ShownSpan | undefined) => void;
}

/** The rows of the explorer, and what it says when there are none. */
export function SpanList({ pages, columns, onReload, onSelected }: SpanListProps): ReactElement {
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
  return (
    <ListView
      name="Spans"
      pages={pages}
      columns={columns}
      keyOf={({ trace_id, span_id }) => `${trace_id}${span_id}`}
      onOpen={open}
      onReload={onReload}
      onSelected={onSelected}
      preview={previewOfSpan}
      empty={
        <Message title="No span matches.">
          <p>Widen the window, or take a condition out of the filter.</p>
        </Message>
      }
    />
  );
}

function previewOfSpan(span: ShownSpan): ReactElement {
  return <SpanPreview span={span} />;
}
