import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useMemo, useState } from 'react';
import type { CursorPages } from '../api/cursor-pages.js';
import type { ShownSpan } from '../api/shown-span.js';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { Message } from '../parts/message.js';
import { Problem } from '../parts/problem.js';
import { type Column, RowGrid, usePagesState } from '../parts/row-grid.js';
import { Waiting } from '../parts/waiting.js';
import styles from './explorer.module.css';
import { SpanPreview } from './span-preview.js';

interface SpanListProps {
  readonly pages: CursorPages<ShownSpan>;
  readonly columns: readonly Column<ShownSpan>[];
  readonly onReload: () => void;
}

/** The rows of the explorer, and what it says when there are none. */
export function SpanList({ pages, columns, onReload }: SpanListProps): ReactElement {
  const state = usePagesState(pages);
  const navigate = useNavigate();
  const [selected, select] = useState<number>();
  const [isPreviewed, setPreviewed] = useState(false);
  const open = ({ trace_id: traceId, span_id: spanId }: ShownSpan) =>
    void navigate({ to: '/traces/$traceId', params: { traceId }, search: { s: spanId } as never });
  const keys = useMemo<KeyGroup>(() => {
    const move = (by: number) =>
      select((at) => Math.max(0, Math.min(pages.state.known - 1, (at ?? -1) + by)));
    const openSelected = () => {
      const row = selected === undefined ? undefined : pages.row(selected);
      return row && open(row);
    };
    return {
      title: 'List',
      keys: [
        { key: 'j', meaning: 'Next row', act: () => move(1) },
        { key: 'k', meaning: 'Previous row', act: () => move(-1) },
        { key: 'ArrowDown', meaning: 'Next row', act: () => move(1) },
        { key: 'ArrowUp', meaning: 'Previous row', act: () => move(-1) },
        { key: 'Enter', meaning: 'Open the row', act: openSelected },
        { key: ' ', meaning: 'Preview of the row', act: () => setPreviewed((is) => !is) },
        { key: 'Escape', meaning: 'Clear the selection', act: () => select(undefined) },
        { key: 'r', meaning: 'Run the search again', act: onReload },
      ],
    };
  }, [pages, selected, onReload]);
  usePageKeys(keys);
  if (state.known === 0 && state.error !== undefined) {
    return <Problem error={state.error} onRetry={() => pages.retry()} />;
  }
  if (state.isComplete && state.known === 0) {
    return (
      <Message title="No span matches.">
        <p>Widen the window, or take a condition out of the filter.</p>
      </Message>
    );
  }
  return (
    <section className={styles['list']}>
      <RowGrid
        name="Spans"
        columns={columns}
        pages={pages}
        state={state}
        keyOf={({ trace_id, span_id }) => `${trace_id}${span_id}`}
        selected={selected}
        onSelect={select}
        onOpen={open}
        {...(isPreviewed && { preview: (span: ShownSpan) => <SpanPreview span={span} /> })}
      />
      {state.known === 0 && <Waiting onCancel={() => pages.cancel()} />}
      {state.known > 0 && state.error !== undefined && (
        <div className={styles['broken']} role="alert">
          The list is not complete: {String((state.error as Error).message)}
          <button type="button" className="button" onClick={() => pages.retry()}>
            Retry
          </button>
        </div>
      )}
    </section>
  );
}
