import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CallOptions, send } from '../../api/call.js';
import { queryLinkingSpans } from '../../api/query-spans.js';
import {
  type Json,
  type JsonMembers,
  membersOf,
  type ShownSpan,
  valueAt,
} from '../../api/shown-span.js';
import { traceKey } from '../../api/trace-key.js';

/**
 * Returns the annotations in a trace, and functions that change them. Each function resolves when the list shows the
 * change, and rejects if the service refuses the change.
 */
export function useAnnotations(traceId: string) {
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: traceKey('annotations', traceId),
    queryFn: ({ signal }) => loadAnnotations(traceId, { signal }),
  });
  const changes = useMemo(() => {
    const change = async (path: `/${string}`, options: CallOptions) => {
      const { headers } = await send(path, options);
      const receipt = headers.get('x-ingest-receipt') ?? undefined;
      // The change is already stored, so the promise must not reject if the list cannot be read. The list itself
      // reports this failure and offers a retry.
      await queries
        .fetchQuery({
          queryKey: traceKey('annotations', traceId),
          queryFn: ({ signal }) => loadAnnotations(traceId, { receipt, signal }),
          staleTime: 0,
        })
        .catch(() => queries.invalidateQueries({ queryKey: traceKey('annotations', traceId) }));
    };
    return {
      write: (spanId: string, judgement: Judgement) =>
        change('/simple/traces/', { body: newAnnotationBody({ traceId, spanId }, judgement) }),
      edit: (annotation: Annotation, judgement: Judgement) =>
        change(`/simple/traces/${annotation.traceId}`, {
          method: 'PATCH',
          body: changedAnnotationBody(annotation, judgement),
        }),
      remove: ({ traceId: id }: Annotation) => change(`/simple/traces/${id}`, { method: 'DELETE' }),
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

/** Maximum number of annotations to read. Few traces have more. */
export const MAX_ANNOTATIONS = 500;

interface StoredAnnotation extends ShownSpan {
  readonly created_at?: string;
  readonly updated_at?: string;
}

/**
 * Reads the annotations of a trace, newest first. After a write, the read waits until the spans of `receipt` are
 * stored.
 */
async function loadAnnotations(
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

function toAnnotation(span: StoredAnnotation) {
  const { attributes, links = [] } = span;
  return {
    traceId: span.trace_id,
    /** Name of the evaluator, or `annotation`. */
    name: span.span_name,
    createdAt: span.created_at ?? span.start_time,
    updatedAt: span.updated_at,
    isHuman: valueAt(attributes, 'ag', 'flags', 'is_feedback') === true,
    /** The stored `data` of the annotation. An edit replaces it as a whole. */
    data: membersOf(valueAt(attributes, 'ag', 'data')) ?? {},
    /** The spans to which the annotation refers. */
    about: links.map((link) => ({ traceId: link.trace_id, spanId: link.span_id })),
  };
}

/** A judgement about a span. Each annotation is stored as a separate trace. */
export type Annotation = ReturnType<typeof toAnnotation>;

/** The values that the user enters in the annotation form. */
export interface Judgement {
  readonly score: Json | undefined;
  readonly comment: string | undefined;
}

/**
 * Returns the score, the comment and the other outputs of an annotation. Returns undefined if its outputs are not an
 * object.
 */
export function readJudgement({
  data,
}: Annotation): (Judgement & { readonly others: JsonMembers }) | undefined {
  const outputs = data['outputs'] === undefined ? {} : membersOf(data['outputs']);
  if (outputs === undefined) {
    return undefined;
  }
  const { score, comment, ...others } = outputs;
  return typeof comment === 'string' || comment === undefined
    ? { score, comment, others }
    : { score, comment: undefined, others: { ...others, comment } };
}

/** Returns the request body that adds an annotation to a span. */
export function newAnnotationBody(
  about: { readonly traceId: string; readonly spanId: string },
  judgement: Judgement,
) {
  return {
    trace: {
      origin: 'human',
      kind: 'adhoc',
      channel: 'web',
      data: { outputs: outputsOf({}, judgement) },
      references: {},
      links: { invocation: { trace_id: about.traceId, span_id: about.spanId } },
    },
  };
}

/** Returns the request body that changes an annotation. The body replaces the judgement and keeps all other data. */
export function changedAnnotationBody({ data }: Annotation, judgement: Judgement) {
  const outputs = outputsOf(membersOf(data['outputs']) ?? {}, judgement);
  return { trace: { data: { ...data, outputs } } };
}

function outputsOf(stored: JsonMembers, { score, comment }: Judgement): JsonMembers {
  const { score: _, comment: __, ...others } = stored;
  return {
    ...others,
    ...(score !== undefined && { score }),
    ...(comment !== undefined && { comment }),
  };
}
