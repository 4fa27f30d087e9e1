import type { RunStatement } from '../connection/run-statement.js';
import { tableRows } from '../connection/run-statement.js';
import { type Statement, sql } from '../connection/statement.js';
import { version } from '../selection/listed-columns.js';
import { compareTracePositions, type SpanKey } from '../selection/row-positions.js';
import { selectionConditions } from '../selection/selection-conditions.js';
import { idConditions, type SpanIds } from '../selection/trace-ids-to-sql.js';
import type { SpanSelection, TracePosition } from '../trace-reader.js';
import { groupExtents, readExtents, rowsOf, type TraceExtent } from '../traces/trace-extents.js';

/** The selection of a list of traces, and the position after which the list begins. */
export interface TraceWalkStart {
  readonly selection: SpanSelection;
  readonly after: TracePosition | undefined;
}

/** A listed trace with its rank and its extent. */
export interface RankedTrace extends TracePosition {
  readonly extent: TraceExtent;
}

/**
 * Determines the ranks of traces from their first row in the walk. Traces without a matching current span are omitted,
 * and so are traces before the start of the list.
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
      continue; // the rows of this trace have just expired
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

/** Determines a rank from the extent. Returns undefined if the extent is not sufficient and the rows must be read. */
function knownRank(extent: TraceExtent, start: TraceWalkStart, firstStart: bigint) {
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

/** Returns whether the selection includes all spans of the trace that start after its first selected span. */
function isWholeSelected(extent: TraceExtent, selection: SpanSelection): boolean {
  const { filter, hint, newest, order, snapshot } = selection;
  const isFiltered = filter !== undefined || hint !== undefined;
  if (isFiltered || extent.hasExpired || extent.logPartition === undefined) {
    return false;
  }
  const isInWindow =
    newest === undefined || (order === 'ascending' ? extent.to <= newest : extent.to < newest);
  const end = snapshot[extent.logPartition];
  return isInWindow && (snapshot.length === 0 || (end !== undefined && extent.logOffset < end));
}

/** Reads the ranks of traces whose extents do not determine the rank. */
async function readRanks(
  run: RunStatement,
  { selection }: TraceWalkStart,
  open: readonly TraceExtent[],
): Promise<readonly RankedTrace[]> {
  const ranked: RankedTrace[] = [];
  for (const group of groupExtents(open)) {
    const extents = new Map(group.map((extent) => [extent.trace_id, extent]));
    const answer = await run(selectRanks(selection, rowsOf(selection.project_id, group)));
    for (const [trace_id = '', rank = '0'] of tableRows(answer)) {
      const extent = extents.get(trace_id);
      if (extent !== undefined) {
        ranked.push({ trace_id, rank: BigInt(rank), extent });
      }
    }
  }
  return ranked;
}

/** Returns whether the trace is at or before the position at which the list begins. */
function isPassed(trace: TracePosition, { selection, after }: TraceWalkStart): boolean {
  if (after === undefined) {
    return false;
  }
  const order = compareTracePositions(trace, after);
  return selection.order === 'ascending' ? order <= 0 : order >= 0;
}

/**
 * Selects the rank of each trace, which is the latest start among its matching current spans. Only the current version
 * of a span is tested, so older versions cannot match.
 */
export function selectRanks(selection: SpanSelection, ids: SpanIds): Statement {
  const conditions = selectionConditions(selection).join(' AND ');
  return sql`
    SELECT lower(hex(trace_id)), toUnixTimestamp64Nano(max(newest.1)) FROM (
    SELECT trace_id, span_id, argMax((start_time, ${conditions}), ${version}) AS newest
    FROM spans WHERE ${idConditions(ids).join(' AND ')}
    GROUP BY trace_id, span_id
    ) WHERE newest.2 GROUP BY trace_id FORMAT TabSeparated
  `;
}
