import type { SpanKey } from './key-walk.js';
import type { RankedTrace, TraceWalkStart } from './list-traces.js';
import { compareTracePositions } from './positions.js';
import type { RunStatement } from './run-statement.js';
import { selectRanks } from './statements.js';
import { tableRows } from './table-rows.js';
import { coverRanges } from './time-ranges.js';
import { groupExtents, readExtents, type TraceExtent } from './trace-extents.js';
import type { TracePosition } from './trace-reader.js';

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
    if (isRankedByFirstRow(extent, start, start_time)) {
      ranked.push({ trace_id, rank: start_time, extent });
    } else {
      open.push(extent);
    }
  }
  const reranked = await readRanks(run, start, open);
  return [...ranked, ...reranked].filter((trace) => !isPassed(trace, start));
}

/** True when no later span can match: the walk came from above, or the trace ends here. */
function isRankedByFirstRow(
  extent: TraceExtent,
  { selection, after }: TraceWalkStart,
  firstStart: bigint,
): boolean {
  const cameFromTop = selection.order === 'descending' && after === undefined;
  return !extent.hasVersions && (cameFromTop || extent.to <= firstStart);
}

async function readRanks(
  run: RunStatement,
  { selection, nowNs }: TraceWalkStart,
  open: readonly TraceExtent[],
): Promise<readonly RankedTrace[]> {
  const ranked: RankedTrace[] = [];
  for (const group of groupExtents(open)) {
    const extents = new Map(group.map((extent) => [extent.trace_id, extent]));
    const statement = selectRanks(selection, {
      traceIds: [...extents.keys()],
      ranges: coverRanges(group),
      nowNs,
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
