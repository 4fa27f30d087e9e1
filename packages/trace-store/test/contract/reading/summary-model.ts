import type { CanonicalSpan, FilterExpression, JsonObject } from '@spanhouse/span-schema';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { type SummarizedHistory, traceIds } from './any-summarized-traces.js';

const failures: FilterExpression = {
  kind: 'equals_any',
  field: 'status_code',
  values: ['STATUS_CODE_ERROR'],
};

type Selection = Pick<SpanSelection, 'filter' | 'oldest' | 'newest' | 'order' | 'limit'>;

export function anySelection(): fc.Arbitrary<Selection> {
  const bound = fc.option(
    fc.bigInt({ min: 0n, max: 4n }).map((at) => START_NS + at),
    { nil: undefined },
  );
  return fc.record({
    filter: fc.constantFrom(failures, undefined),
    oldest: bound,
    newest: bound,
    order: fc.constantFrom('ascending' as const, 'descending' as const),
    limit: fc.constantFrom(1, 2, 100),
  });
}

interface Ag {
  readonly data?: JsonObject;
  readonly meta?: Readonly<Record<string, { readonly model?: unknown } | undefined>>;
  readonly session?: { readonly id?: unknown };
  readonly user?: { readonly id?: unknown };
}

function isSelected(span: CanonicalSpan, { filter, oldest, newest, order }: Selection): boolean {
  const start = span.start_time;
  const isAscending = order === 'ascending';
  return (
    (filter === undefined || span.status_code === 'STATUS_CODE_ERROR') &&
    (oldest === undefined || (isAscending ? start > oldest : start >= oldest)) &&
    (newest === undefined || (isAscending ? start <= newest : start < newest))
  );
}

/** Computes the current spans from the writes. */
function currentOf({ writes, deleted }: SummarizedHistory): readonly CanonicalSpan[] {
  const current = new Map<string, CanonicalSpan>();
  for (const { trace_id, span_id, span, block } of writes) {
    if (block === 1 || !deleted.includes(trace_id)) {
      current.set(trace_id + span_id, span); // writes are in the order of receipt
    }
  }
  return [...current.values()];
}

/** Computes the summaries of a selection from the writes. */
export function modelOf(history: SummarizedHistory, selection: Selection) {
  const current = currentOf(history);
  const direction = selection.order === 'ascending' ? 1 : -1;
  const traces = traceIds.flatMap((trace_id) => {
    const spans = current
      .filter((span) => span.trace_id === trace_id)
      .toSorted((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
    const matches = spans.filter((span) => isSelected(span, selection));
    const last = matches.at(-1);
    return last === undefined ? [] : [{ trace_id, spans, rank: last.start_time }];
  });
  return traces
    .toSorted((left, right) =>
      `${left.rank} ${left.trace_id}` < `${right.rank} ${right.trace_id}` ? -direction : direction,
    )
    .slice(0, selection.limit)
    .map(({ trace_id, rank, spans }) => {
      const root = spans.find(({ parent_id }) => parent_id === undefined);
      const { data } = (root?.attributes['ag'] ?? {}) as Ag;
      const annotations = current.filter(
        ({ trace_type, parent_id, links }) =>
          trace_type === 'annotation' &&
          parent_id === undefined &&
          links?.some((link) => link.trace_id === trace_id),
      );
      return {
        trace_id,
        rank,
        inputs: data?.['inputs'],
        outputs: data?.['outputs'],
        annotations: annotations.length,
        nodes: spans.map((span) => nodeOf(span, isSelected(span, selection))),
      };
    });
}

function keyOf({ start_time, span_id }: CanonicalSpan): string {
  return `${start_time} ${span_id}`;
}

function nodeOf(span: CanonicalSpan, is_matched: boolean) {
  const { span_id, parent_id, start_time, end_time, span_name, span_type, status_code } = span;
  const { meta, session, user } = span.attributes['ag'] as Ag;
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return {
    span_id,
    parent_id,
    start_time,
    end_time,
    span_name,
    span_type,
    status_code,
    errors: span.metrics.errors.incremental,
    duration: span.metrics.duration.cumulative,
    service_name: span.resource?.attributes['service.name'],
    model: text(meta?.['response']?.model) || text(meta?.['request']?.model) || undefined,
    session_id: text(session?.id),
    user_id: text(user?.id),
    is_matched,
  };
}
