import { compareTracePositions } from './positions.js';
import type { RunStatement } from './run-statement.js';
import type { SpanKey } from './span-key.js';
import { selectRanks } from './statements.js';
import { tableRows } from './table-rows.js';
import { coverRanges } from './time-ranges.js';
import { deletedAmong, groupExtents, readExtents, type TraceExtent } from './trace-extents.js';
import type { SpanSelection, TracePosition } from './trace-reader.js';

export interface TraceWalkStart {
  readonly selection: SpanSelection;
  readonly after: TracePosition | undefined;
}

/** A trace of the page to be, with where its spans are. */
export interface RankedTrace extends TracePosition {
  readonly extent: TraceExtent;
}

/**
 * The ranks of the traces that the walk has just come across, given by their first rows. Traces
 * that no current span selects are left out, and so are those the cursor has passed.
 */
export async function rankTraces(
  run: RunStatement,
  start: TraceWalkStart,
  firstRows: readonly SpanKey[],
): Promise<readonly RankedTrace[]> {
  const ids = firstRows.map(({ trace_id }) => trace_id);
  const extents = await readExtents(run, start.selection.project_id, ids);
  const ranked: RankedTrace[] = [];
  const open: TraceExtent[] = [];
  for (const { trace_id, start_time } of firstRows) {
    const extent = extents.get(trace_id);
    if (extent === undefined) {
      continue; // its rows expired since
    }
    const rank = knownRank(extent, start, start_time);
    if (rank === undefined) {
      open.push(extent);
    } else {
      ranked.push({ trace_id, rank, extent });
    }
  }
  const reranked = await readRanks(run, start, open);
  return [...ranked, ...reranked].filter((trace) => !isPassed(trace, start));
}

/** The rank where the index alone tells it; otherwise the rows have to be asked. */
function knownRank(
  extent: TraceExtent,
  start: TraceWalkStart,
  firstStart: bigint,
): bigint | undefined {
  const { selection, after } = start;
  if (extent.hasVersions) {
    return undefined;
  }
  const cameFromTop = selection.order === 'descending' && after === undefined;
  if (cameFromTop || extent.to <= firstStart) {
    return firstStart; // no later span can match
  }
  return isWholeSelected(extent, selection) ? extent.to : undefined;
}

/** Every span of the trace from its first selected one on is selected as well. */
function isWholeSelected(extent: TraceExtent, selection: SpanSelection): boolean {
  const { filter, newest, order, snapshot } = selection;
  if (filter !== undefined || extent.hasExpired || extent.logPartition === undefined) {
    return false;
  }
  const isInWindow =
    newest === undefined || (order === 'ascending' ? extent.to <= newest : extent.to < newest);
  const end = snapshot[extent.logPartition];
  return isInWindow && (snapshot.length === 0 || (end !== undefined && extent.logOffset < end));
}

async function readRanks(
  run: RunStatement,
  { selection }: TraceWalkStart,
  open: readonly TraceExtent[],
): Promise<readonly RankedTrace[]> {
  const ranked: RankedTrace[] = [];
  for (const group of groupExtents(open)) {
    const extents = new Map(group.map((extent) => [extent.trace_id, extent]));
    const statement = selectRanks(selection, {
      traceIds: [...extents.keys()],
      ranges: coverRanges(group),
      deleted: deletedAmong(group),
    });
    for (const [trace_id = '', rank = '0'] of tableRows(await run(statement))) {
      const extent = extents.get(trace_id);
      if (extent !== undefined) {
        ranked.push({ trace_id, rank: BigInt(rank), extent });
      }
    }
  }
  return ranked;
}

function isPassed(trace: TracePosition, { selection, after }: TraceWalkStart): boolean {
  if (after === undefined) {
    return false;
  }
  const order = compareTracePositions(trace, after);
  return selection.order === 'ascending' ? order <= 0 : order >= 0;
}
