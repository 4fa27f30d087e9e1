import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { valueAtPath } from '@spanhouse/span-schema/testing';
import type { BucketSelection, RowSelection } from '../../trace-analytics.js';
import { compareSpans, type Row, selectRows } from '../select-rows.js';
import { counts, isEcho, isNotZero, toNumber, topmostWrappers } from './count-usage.js';

/** A stored row, and the span from which it was encoded. */
export interface MeasuredRow extends Row {
  readonly source: CanonicalSpan;
}

/** The cumulative numbers of a trace. */
export interface Totals {
  readonly tokens: Readonly<Record<string, number | undefined>>;
  readonly costs: Readonly<Record<string, number | undefined>>;
  readonly errors: number | undefined;
}

/**
 * Sums the numbers over all spans of a trace except echoes. If all sums of a group of numbers are 0, the numbers come
 * from the topmost wrappers, or else from the submitted numbers of the first root.
 */
export function totalsOf(trace: readonly MeasuredRow[]): Totals {
  const root = firstRootOf(trace)[0]?.source;
  const spans = trace.map(({ source }) => source);
  const calls = spans.filter((span) => !isEcho(span, spans));
  const group = (name: 'tokens' | 'costs') => {
    const ofCalls = sumsOf(calls.map(({ metrics }) => metrics[name].incremental));
    const wrappers = topmostWrappers(spans, name);
    const ofWrappers = sumsOf(
      wrappers.map(({ submitted_cumulative }) => submitted_cumulative?.[name]),
    );
    const submitted = root?.submitted_cumulative?.[name];
    const ofRoot = counts.map((count) => toNumber(submitted?.[count]));
    const sums = [ofCalls, ofWrappers].find(isNotZero) ?? ofRoot;
    return Object.fromEntries(counts.map((count, index) => [count, sums[index]]));
  };
  const errors = sum(spans.map(({ metrics }) => metrics.errors.incremental ?? 0));
  return {
    tokens: group('tokens'),
    costs: group('costs'),
    errors: errors === 0 ? root?.submitted_cumulative?.errors : errors,
  };
}

function sumsOf(groups: readonly (JsonObject | undefined)[]): readonly number[] {
  return counts.map((count) => sum(groups.map((group) => toNumber(group?.[count]) ?? 0)));
}

export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Returns the first root, which represents the trace. The list is empty if no span is a root. */
function firstRootOf(trace: readonly MeasuredRow[]): readonly MeasuredRow[] {
  return trace
    .filter(({ source }) => source.parent_id === undefined)
    .toSorted((left, right) => compareSpans(left.source, right.source))
    .slice(0, 1);
}

/** The first root of a trace, and the sums over all spans of the trace. */
export interface TraceEntry {
  readonly row: MeasuredRow;
  readonly totals: Totals;
}

export interface Entry {
  readonly bucket: number;
  readonly root: CanonicalSpan;
  readonly totals: Totals;
}

/** Returns the entries of all traces whose first root is selected, with their buckets. */
export function entriesOf(
  rows: readonly MeasuredRow[],
  selection: BucketSelection,
): readonly Entry[] {
  return traceEntriesOf(rows, { ...selection, order: 'descending' }).map(({ row, totals }) => ({
    bucket: bucketOf(row.source, selection),
    root: row.source,
    totals,
  }));
}

/** Returns the same entries as `entriesOf`, but without buckets. */
export function traceEntriesOf(
  rows: readonly MeasuredRow[],
  selection: RowSelection,
): readonly TraceEntry[] {
  return byTrace(rows).flatMap((trace) =>
    selectRows(firstRootOf(trace), selection).map((row) => ({ row, totals: totalsOf(trace) })),
  );
}

export function bucketOf(
  { start_time }: CanonicalSpan,
  { oldest, bucketNs }: Pick<BucketSelection, 'oldest' | 'bucketNs'>,
): number {
  return Number((start_time - oldest) / bucketNs);
}

export function byTrace(rows: readonly MeasuredRow[]): readonly (readonly MeasuredRow[])[] {
  return [...Map.groupBy(rows, ({ source }) => source.trace_id).values()];
}

/** Returns the attribute value at a path in the form used in answers. Cumulative numbers come from the totals. */
export function shownAt(
  { root, totals }: Pick<Entry, 'root' | 'totals'>,
  path: string,
): JsonValue | undefined {
  const { tokens, costs, errors } = totals;
  const metrics = {
    ...root.metrics,
    tokens: {
      ...root.metrics.tokens,
      cumulative: { ...root.metrics.tokens.cumulative, ...tokens },
    },
    costs: { ...root.metrics.costs, cumulative: { ...root.metrics.costs.cumulative, ...costs } },
    errors: { ...root.metrics.errors, cumulative: errors },
  };
  const type = { trace: root.trace_type, ...(root.has_type_span && { span: root.span_type }) };
  const ag = { ...(root.attributes['ag'] as object), type, metrics };
  return valueAtPath({ ...root.attributes, ag } as unknown as JsonObject, path);
}
