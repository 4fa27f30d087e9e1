import type { RunStatement } from '../connection/run-statement.js';
import { tableRows } from '../connection/run-statement.js';
import { bind, isOneOf, type Statement, sql } from '../connection/statement.js';
import type { DeletedTrace } from '../selection/deleted-traces.js';
import { plainLookUp } from '../selection/statement-settings.js';
import {
  bucketsOf,
  coverRanges,
  startRange,
  type TimeRange,
  toStartRange,
} from '../selection/time-ranges.js';
import type { SpanIds, TraceBucket } from '../selection/trace-ids-to-sql.js';

/** Facts about a trace from its entries in the trace index. The time range contains the starts of all its rows. */
export interface TraceExtent extends TimeRange, DeletedTrace {
  /** Time range in which the trace's rows were received. */
  readonly received: TimeRange;
  /**
   * True if the index does not show which rows are current or when they start (see `isRangeUnknown`), so that the rows
   * must be read.
   */
  readonly hasVersions: boolean;
  /** Largest log offset among the trace's rows. */
  readonly logOffset: bigint;
  /** Log partition of the trace's rows; undefined if they are in several partitions. */
  readonly logPartition: number | undefined;
  /** Time after which rows may have expired, in ns since the Unix epoch; undefined if no row expires. */
  readonly expiresAt: bigint | undefined;
  /** True if `expiresAt` has passed. */
  readonly hasExpired: boolean;
  /** Number of rows that were ever stored for the trace, including all versions. */
  readonly rowCount: number;
}

const DAY_NS = 86_400_000_000_000n;
/** Maximum number of ids in one statement. */
const MAX_IDS = 2000;

/** Reads the extents of traces. The result is keyed by trace id and omits traces that are not in the trace index. */
export async function readExtents(
  run: RunStatement,
  projectId: string,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, TraceExtent>> {
  const extents = new Map<string, TraceExtent>();
  for (const ids of chunks(traceIds, MAX_IDS)) {
    for (const row of tableRows(await run(selectExtents(projectId, ids)))) {
      const extent = toExtent(row);
      extents.set(extent.trace_id, extent);
    }
  }
  return extents;
}

/** Selects the extents of traces from the trace index, with one line per known trace. */
export function selectExtents(project_id: string, traceIds: readonly string[]): Statement {
  return sql`
    SELECT lower(hex(trace_id)), ${startRange()},
    sum(row_count), uniqExactMerge(span_ids), max(max_log_offset), min(min_log_partition), max(max_log_partition),
    toUnixTimestamp64Nano(min(first_received_at)), toUnixTimestamp64Nano(max(last_received_at)),
    min(retention_days), max(retention_days), toUnixTimestamp64Nano(now64(9)),
    max(deleted_before)
    FROM trace_index WHERE project_id = ${bind('UUID', project_id)}
    AND ${isOneOf('trace_id', traceIds)}
    GROUP BY trace_id ${plainLookUp} FORMAT TabSeparated
  `;
}

function toExtent([trace_id = '', ...integers]: readonly string[]): TraceExtent {
  const [
    first = 0n,
    last = 0n,
    isRangeUnknown = 0n,
    rowCount,
    spanCount,
    logOffset = 0n,
    firstPartition,
    lastPartition,
    firstReceived = 0n,
    lastReceived = 0n,
    minDays = 0n,
    maxDays,
    now = 0n,
    deletedBefore = 0n,
  ] = integers.map(BigInt);
  // Rows with a retention of 0 days never expire.
  const expiresAt = maxDays === 0n ? undefined : firstReceived + minDays * DAY_NS;
  return {
    trace_id,
    ...toStartRange([first, last, isRangeUnknown]),
    logOffset,
    deletedBefore,
    received: { from: firstReceived, to: lastReceived },
    hasVersions: rowCount !== spanCount || isRangeUnknown !== 0n,
    logPartition: firstPartition === lastPartition ? Number(firstPartition) : undefined,
    expiresAt,
    hasExpired: expiresAt !== undefined && expiresAt <= now,
    rowCount: Number(rowCount),
  };
}

/** Returns the traces that may have deleted rows. */
export function deletedAmong(extents: readonly TraceExtent[]): readonly DeletedTrace[] {
  return extents.filter(({ deletedBefore }) => deletedBefore > 0n);
}

/** Returns a selection of all rows of these traces, or only of the rows with the given span ids. */
export function rowsOf(
  project_id: string,
  extents: readonly TraceExtent[],
  span_ids?: readonly string[],
): SpanIds {
  const isByBucket = extents.length > 1 && !extents.some(isLong);
  return {
    project_id,
    span_ids,
    trace_ids: extents.map(({ trace_id }) => trace_id),
    ranges: coverRanges(extents),
    buckets: isByBucket ? extents.flatMap(toBuckets) : undefined,
    deleted: deletedAmong(extents),
  };
}

function toBuckets(extent: TraceExtent): readonly TraceBucket[] {
  const [first, last] = bucketsOf(extent);
  return Array.from({ length: Number(last - first) + 1 }, (_, index) => ({
    bucket: first + BigInt(index),
    trace_id: extent.trace_id,
  }));
}

/**
 * A trace is long if its first and last spans start further apart than this. Long traces are read separately, because
 * they have many buckets and would widen the time range of other traces.
 */
const LONG_TRACE_NS = 60_000_000_000n;
/**
 * Maximum number of long traces in a group. With few ids, the bloom filter skips most granules of a long time range.
 */
const MAX_LONG_TRACES = 32;

function isLong({ from, to }: TraceExtent): boolean {
  return to - from > LONG_TRACE_NS;
}

/** Divides traces into groups that one statement can read efficiently. */
export function groupExtents(extents: readonly TraceExtent[]): readonly (readonly TraceExtent[])[] {
  return [
    ...chunks(
      extents.filter((extent) => !isLong(extent)),
      MAX_IDS,
    ),
    ...chunks(extents.filter(isLong), MAX_LONG_TRACES),
  ];
}

function chunks<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}
