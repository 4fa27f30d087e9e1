import { useNavigate } from '@tanstack/react-router';
import { type ComponentProps, lazy, type ReactElement, Suspense, useCallback } from 'react';
import type { ShownSpan } from '../../api/shown-span.js';
import { ListView } from '../../parts/lists/list-view.js';
import type { MarkedTrace } from '../../parts/lists/mark-to-compare.js';
import { useMarks } from './use-marks.js';

const SpanPreview = lazy(async () => ({
  default: (await import('./span-preview.js')).SpanPreview,
}));

type GivenProps = 'name' | 'keyOf' | 'idOf' | 'onOpen' | 'preview' | 'marks';

interface SpanListProps extends Omit<ComponentProps<typeof ListView<ShownSpan>>, GivenProps> {
  /** Attribute keys that occur in the filter. */
  readonly matching: readonly string[];
}

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

/** Returns the trace that is marked when the user marks the row of a span. */
export function markOfSpan({ trace_id: traceId, span_name: name }: ShownSpan): MarkedTrace {
  return { traceId, name };
}

function idOfSpan({ span_id: id }: ShownSpan): string {
  return id;
}
