import { generationOf, type StoredSpan, toLogOffset } from '@spanhouse/span-row';
import { createFilterPredicate } from '@spanhouse/span-schema/testing';
import type { TombstoneBlock } from '../span-writer.js';
import type {
  ReceivedSelection,
  SpanPosition,
  SpanSelection,
  TracePosition,
} from '../trace-reader.js';
import { toFilterableSpan } from './to-filterable-span.js';

/** A version of a span, and its log position. */
export interface Row {
  /** Project of the row; absent if the row belongs to all projects. */
  readonly projectId?: string | undefined;
  readonly span: StoredSpan;
  readonly logPartition: number;
  readonly logOffset: bigint;
}

/** Selects the rows for a list or a sum, in any order. */
export function selectRows<Stored extends Row>(
  rows: readonly Stored[],
  selection: Omit<SpanSelection, 'limit'>,
): Stored[] {
  const matches = createFilterPredicate(selection.filter);
  return rows
    .filter((row) => isInSnapshot(row, selection))
    .filter(({ span }) => isInWindow(span, selection) && isInStarts(span, selection))
    .filter(({ span }) => isSampled(span, selection))
    .filter(({ span }) => isBeyond(span, selection))
    .filter(({ span }) => selection.filter === undefined || matches(toFilterableSpan(span)));
}

/** Selects the rows in a part of the log, in log order. */
export function selectReceived<Stored extends Row>(
  rows: readonly Stored[],
  { project_id, filter, after, snapshot }: ReceivedSelection,
): Stored[] {
  const received = rows.filter(
    ({ logPartition, logOffset }) => logOffset >= (after[logPartition] ?? beginOfLog(after)),
  );
  const bounds = { oldest: undefined, newest: undefined, ratePercent: undefined };
  const selection = { project_id, filter, snapshot, order: 'ascending', ...bounds } as const;
  return selectRows(received, selection).sort(compareRows);
}

/** Compares rows by their order in the log. */
export function compareRows(left: Row, right: Row): number {
  return (
    left.logPartition - right.logPartition ||
    compareValues(left.logOffset, right.logOffset) ||
    compareSpans(left.span, right.span) ||
    compareValues(left.span.received_at, right.span.received_at)
  );
}

/** Returns the first position of the log to which the given positions belong. */
export function beginOfLog([first = 0n]: readonly bigint[]): bigint {
  return toLogOffset(generationOf(first), 0);
}

/** Removes the rows of the deleted traces that precede the deletes in the log. */
export function withoutDeleted<Stored extends Row>(
  rows: readonly Stored[],
  { logPartition, tombstones }: TombstoneBlock,
): readonly Stored[] {
  return rows.filter((row) =>
    tombstones.every(
      ({ projectId, traceId, logOffset }) =>
        row.span.trace_id !== traceId ||
        row.projectId !== projectId ||
        row.logPartition !== logPartition ||
        row.logOffset >= logOffset,
    ),
  );
}

/**
 * Returns the current version of each span: the version that was received last or, among versions received at the same
 * time, the last one in the log.
 */
export function currentRows<Stored extends Row>(rows: readonly Stored[]): readonly Stored[] {
  const current = new Map<string, Stored>();
  for (const row of rows) {
    const id = `${row.projectId} ${row.span.trace_id} ${row.span.span_id}`;
    const known = current.get(id);
    if (known === undefined || compareVersions(known, row) <= 0) {
      current.set(id, row);
    }
  }
  return [...current.values()];
}

function compareVersions(left: Row, right: Row): number {
  return (
    compareValues(left.span.received_at, right.span.received_at) ||
    compareValues(left.logOffset, right.logOffset) ||
    compareValues(left.span.start_time, right.span.start_time)
  );
}

export function isInSnapshot(
  { logPartition, logOffset }: Row,
  { snapshot }: Pick<SpanSelection, 'snapshot'>,
): boolean {
  // Rows of a partition that is missing from the snapshot are visible if they belong to an earlier log.
  return snapshot.length === 0 || logOffset < (snapshot[logPartition] ?? beginOfLog(snapshot));
}

function isBeyond(
  { start_time, span_id }: StoredSpan,
  { order, boundary }: Pick<SpanSelection, 'order' | 'boundary'>,
): boolean {
  if (boundary === undefined) {
    return true;
  }
  const { from, to } = boundary;
  return order === 'ascending'
    ? start_time > to || (start_time >= from && span_id > boundary.span_id)
    : start_time < from || (start_time <= to && span_id < boundary.span_id);
}

function isInWindow(
  { start_time }: StoredSpan,
  { order, oldest, newest }: Pick<SpanSelection, 'order' | 'oldest' | 'newest'>,
): boolean {
  const isAscending = order === 'ascending';
  return (
    (oldest === undefined || start_time > oldest || (!isAscending && start_time === oldest)) &&
    (newest === undefined || start_time < newest || (isAscending && start_time === newest))
  );
}

function isInStarts(
  { start_time }: StoredSpan,
  { starts }: Pick<SpanSelection, 'starts'>,
): boolean {
  return starts?.some(({ from, to }) => start_time >= from && start_time <= to) ?? true;
}

function isSampled(
  { trace_id }: StoredSpan,
  { ratePercent }: Pick<SpanSelection, 'ratePercent'>,
): boolean {
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

export function compareValues<Value extends bigint | string>(left: Value, right: Value): number {
  return left < right ? -1 : Number(left > right);
}
