import type { ReactElement } from 'react';
import type { SpanTabProps } from '../span-tab-props.js';
import { AnnotationsPanel } from './annotations-panel.js';

/** The annotations of one span. */
export function AnnotationsTab({ loaded: { span } }: SpanTabProps): ReactElement {
  const { trace_id: traceId, span_id: spanId } = span;
  return (
    <AnnotationsPanel
      traceId={traceId}
      spanId={spanId}
      isListed={({ about }) =>
        about.some((one) => one.traceId === traceId && one.spanId === spanId)
      }
    />
  );
}
