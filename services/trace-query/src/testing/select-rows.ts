import type { StoredSpan } from '@spanhouse/span-row';
import { createFilterPredicate } from '@spanhouse/span-schema';
import type { SpanPosition, SpanSelection, TracePosition } from '@spanhouse/trace-store/reader';
import { toFilterableSpan } from './to-filterable-span.js';

/** A span, and where it stands in the log. */
export interface Row {
  readonly span: StoredSpan;
  readonly logPartition: number;
  readonly logOffset: bigint;
}

/** The spans of the rows that a list is made of, in no order. */
export function selectRows(rows: readonly Row[], selection: SpanSelection): StoredSpan[] {
  const matches = createFilterPredicate(selection.filter);
  return rows
    .filter((row) => isInSnapshot(row, selection))
    .map(({ span }) => span)
    .filter((span) => isInWindow(span, selection) && isSampled(span, selection))
    .filter((span) => isBeyond(span, selection))
    .filter((span) => selection.filter === undefined || matches(toFilterableSpan(span)));
}

function isInSnapshot({ logPartition, logOffset }: Row, { snapshot }: SpanSelection): boolean {
  return snapshot.length === 0 || logOffset < (snapshot[logPartition] ?? 0n);
}

function isBeyond(
  { start_time, span_id }: StoredSpan,
  { order, boundary }: SpanSelection,
): boolean {
  if (boundary === undefined) return true;
  const { from, to } = boundary;
  return order === 'ascending'
    ? start_time > to || (start_time >= from && span_id > boundary.span_id)
    : start_time < from || (start_time <= to && span_id < boundary.span_id);
}

function isInWindow({ start_time }: StoredSpan, { order, oldest, newest }: SpanSelection): boolean {
  const isAscending = order === 'ascending';
  const isAfter =
    oldest === undefined || (isAscending ? start_time > oldest : start_time >= oldest);
  const isBefore =
    newest === undefined || (isAscending ? start_time <= newest : start_time < newest);
  return isAfter && isBefore;
}

function isSampled({ trace_id }: StoredSpan, { ratePercent }: SpanSelection): boolean {
  return ratePercent === undefined || Number.parseInt(trace_id.slice(0, 8), 16) % 100 < ratePercent;
}

type Compare<Position> = (left: Position, right: Position) => number;

export function inOrder<Position>(
  order: SpanSelection['order'],
  compare: Compare<Position>,
): Compare<Position> {
  return order === 'ascending' ? compare : (left, right) => compare(right, left);
}

export function compareSpans(left: SpanPosition, right: SpanPosition): number {
  return (
    compareValues(left.start_time, right.start_time) ||
    compareValues(left.trace_id, right.trace_id) ||
    compareValues(left.span_id, right.span_id)
  );
}

export function compareTraces(left: TracePosition, right: TracePosition): number {
  return compareValues(left.rank, right.rank) || compareValues(left.trace_id, right.trace_id);
}

function compareValues<Value extends bigint | string>(left: Value, right: Value): number {
  return left < right ? -1 : Number(left > right);
}
