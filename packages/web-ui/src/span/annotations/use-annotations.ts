import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CallOptions, send } from '../../api/call.js';
import type { ShownSpan } from '../../api/shown-span.js';
import { traceKey } from '../../api/trace-key.js';
import {
  type Annotation,
  changedAnnotationBody,
  type Judgement,
  newAnnotationBody,
} from './annotation.js';
import { loadAnnotations } from './load-annotations.js';

/** Operations on annotations. Each resolves when the list shows the change, and rejects if the service refuses it. */
export interface AnnotationChanges {
  write(spanId: string, judgement: Judgement): Promise<void>;
  edit(annotation: Annotation, judgement: Judgement): Promise<void>;
  remove(annotation: Annotation): Promise<void>;
}

/** Returns the annotations of a trace and the operations on them. */
export function useAnnotations(traceId: string) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: traceKey('annotations', traceId),
    queryFn: ({ signal }) => loadAnnotations(traceId, { signal }),
  });
  const changes = useMemo<AnnotationChanges>(() => {
    const change = async (path: `/${string}`, options: CallOptions) => {
      const { headers } = await send(path, options);
      const receipt = headers.get('x-ingest-receipt') ?? undefined;
      // The change is already stored, so a failed read is not an error of the change. The list shows it and offers a
      // retry.
      await queries
        .fetchQuery({
          queryKey: traceKey('annotations', traceId),
          queryFn: ({ signal }) => loadAnnotations(traceId, { receipt, signal }),
          staleTime: 0,
        })
        .catch(() => queries.invalidateQueries({ queryKey: traceKey('annotations', traceId) }));
    };
    return {
      write: (spanId, judgement) =>
        change('/simple/traces/', { body: newAnnotationBody({ traceId, spanId }, judgement) }),
      edit: (annotation, judgement) =>
        change(`/simple/traces/${annotation.traceId}`, {
          method: 'PATCH',
          body: changedAnnotationBody(annotation, judgement),
        }),
      remove: ({ traceId: id }) => change(`/simple/traces/${id}`, { method: 'DELETE' }),
    };
  }, [queries, traceId]);
  return { ...query, changes };
}

/** Returns the annotations of one span; undefined while they are loading. */
export function useAnnotationsOf({
  trace_id: traceId,
  span_id: spanId,
}: Pick<ShownSpan, 'trace_id' | 'span_id'>): readonly Annotation[] | undefined {
  const { data } = useAnnotations(traceId);
  return data?.filter((annotation) => isAbout(annotation, traceId, spanId));
}

export function isAbout({ about }: Annotation, traceId: string, spanId: string): boolean {
  return about.some((one) => one.traceId === traceId && one.spanId === spanId);
}
