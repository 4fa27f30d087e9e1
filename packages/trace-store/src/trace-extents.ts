import type { DeletedTrace } from './deleted-traces.js';
import type { RunStatement } from './run-statement.js';
import { selectExtents } from './statements.js';
import { tableRows } from './table-rows.js';
import type { TimeRange } from './time-ranges.js';

/** What the trace index knows of a trace; the range holds the starts of all its rows. */
export interface TraceExtent extends TimeRange, DeletedTrace {
  /** When its rows were received, from the first to the last. */
  readonly received: TimeRange;
  /** Some span of it was stored more than once, or deleted. */
  readonly hasVersions: boolean;
  /** The last place in the log of all its rows; no partition when they are in several. */
  readonly logOffset: bigint;
  readonly logPartition: number | undefined;
  /** Some of its rows may have expired. */
  readonly hasExpired: boolean;
  /** Rows that were ever stored of it. */
  readonly rowCount: number;
  /** Columns its rows have set, as bits of RARELY_SET_COLUMNS. */
  readonly rarelySet: number;
}

const DAY_NS = 86_400_000_000_000n;
/** Bounds the set a statement carries. */
const MAX_IDS = 2000;

/** The extents of those traces that are known. */
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

function toExtent([trace_id = '', ...integers]: readonly string[]): TraceExtent {
  const [
    from = 0n,
    to = 0n,
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
    rarelySet,
  ] = integers.map(BigInt);
  return {
    ...{ trace_id, from, to, logOffset, deletedBefore },
    received: { from: firstReceived, to: lastReceived },
    hasVersions: rowCount !== spanCount,
    logPartition: firstPartition === lastPartition ? Number(firstPartition) : undefined,
    // 0 days = for ever
    hasExpired: maxDays !== 0n && firstReceived <= now - minDays * DAY_NS,
    rowCount: Number(rowCount),
    rarelySet: Number(rarelySet),
  };
}

/** Those of which earlier rows were deleted. */
export function deletedAmong(extents: readonly TraceExtent[]): readonly DeletedTrace[] {
  return extents.filter(({ deletedBefore }) => deletedBefore > 0n);
}

/** A trace this long is read apart from the others, which lie as close together as their page. */
const LONG_TRACE_NS = 60_000_000_000n;
/** Few enough for the bloom filter to leave most of a long range unread. */
const MAX_LONG_TRACES = 32;

/** The traces in sets of which each can share one statement. */
export function groupExtents(extents: readonly TraceExtent[]): readonly (readonly TraceExtent[])[] {
  const isLong = ({ from, to }: TraceExtent) => to - from > LONG_TRACE_NS;
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
