import { queryLinkingSpans } from '../../api/query-spans.js';
import { membersOf, type ShownSpan, valueAt } from '../../api/shown-span.js';
import type { Annotation } from './annotation.js';

/** Maximum number of annotations to read; traces rarely have more. */
export const MAX_ANNOTATIONS = 500;

interface StoredAnnotation extends ShownSpan {
  readonly created_at?: string;
  readonly updated_at?: string;
}

/** Reads the annotations of a trace, newest first. After a write, `receipt` makes the read wait for it. */
export async function loadAnnotations(
  traceId: string,
  { receipt, signal }: { readonly receipt?: string | undefined; readonly signal?: AbortSignal },
): Promise<readonly Annotation[]> {
  const conditions = [
    { field: 'links', operator: 'in', value: [{ trace_id: traceId }] },
    { field: 'trace_type', operator: 'is', value: 'annotation' },
    { field: 'parent_id', operator: 'is', value: null },
  ];
  const body = { filtering: { conditions }, windowing: { limit: MAX_ANNOTATIONS } };
  const { spans } = await queryLinkingSpans<StoredAnnotation>(traceId, body, {
    ...(receipt !== undefined && { headers: { 'x-consistent-with': receipt } }),
    ...(signal !== undefined && { signal }),
  });
  return spans.map(toAnnotation);
}

function toAnnotation(span: StoredAnnotation): Annotation {
  const { attributes, links = [] } = span;
  return {
    traceId: span.trace_id,
    name: span.span_name,
    createdAt: span.created_at ?? span.start_time,
    updatedAt: span.updated_at,
    isHuman: valueAt(attributes, 'ag', 'flags', 'is_feedback') === true,
    data: membersOf(valueAt(attributes, 'ag', 'data')) ?? {},
    about: links.map((link) => ({ traceId: link.trace_id, spanId: link.span_id })),
  };
}
