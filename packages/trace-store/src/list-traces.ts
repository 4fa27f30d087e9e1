import type { StoredSpan } from '@spanhouse/span-row';
import { KeyWalk } from './key-walk.js';
import { compareTracePositions } from './positions.js';
import { type RankedTrace, rankTraces, type TraceWalkStart } from './rank-traces.js';
import type { RunStatement } from './run-statement.js';
import { selectKeys } from './statements.js';
import { decodeKeys } from './table-rows.js';
import type { SelectedTrace, SpanPosition, TracePage, TracePosition } from './trace-reader.js';
import { readWholeTraces } from './whole-traces.js';

const FIRST_CHUNK_ROWS = 128;
const MAX_CHUNK_ROWS = 65_536;

export async function listTraces(run: RunStatement, start: TraceWalkStart): Promise<TracePage> {
  const { limit, project_id } = start.selection;
  const ranked = await rankPage(run, start);
  const page = ranked.slice(0, limit);
  const extents = page.map(({ extent }) => extent);
  const spans = await readWholeTraces(run, { project_id, extents, span_ids: undefined });
  const spansOf = groupByTrace(spans);
  const traces = page.flatMap(({ rank, trace_id }): SelectedTrace[] => {
    const found = spansOf.get(trace_id);
    return found === undefined ? [] : [{ rank, trace_id, spans: found }];
  });
  return { traces, hasMore: ranked.length > limit };
}

function groupByTrace(spans: readonly StoredSpan[]): ReadonlyMap<string, readonly StoredSpan[]> {
  const traces = new Map<string, StoredSpan[]>();
  for (const span of spans) {
    const trace = traces.get(span.trace_id);
    if (trace === undefined) {
      traces.set(span.trace_id, [span]);
    } else {
      trace.push(span);
    }
  }
  return traces;
}

/**
 * The first `limit` + 1 traces in their order. Rows are walked in the order of the list; a trace
 * is known from its first row on, its rank may lie further on, and it is settled once the walk has
 * come as far: whatever is still unseen ranks beyond.
 */
async function rankPage(run: RunStatement, start: TraceWalkStart): Promise<readonly RankedTrace[]> {
  const { limit, order } = start.selection;
  const direction = order === 'ascending' ? 1 : -1;
  const inOrder = (left: TracePosition, right: TracePosition) =>
    direction * compareTracePositions(left, right);
  const walk = new KeyWalk(run, {
    ...start,
    after: rowsAfter(start),
    select: selectKeys,
    decode: decodeKeys,
  });
  const seen = new Set<string>();
  const ranked: RankedTrace[] = [];
  for (
    let rows = Math.max(FIRST_CHUNK_ROWS, 2 * limit);
    ;
    rows = Math.min(2 * rows, MAX_CHUNK_ROWS)
  ) {
    const { rows: keys, isLast } = await walk.next(rows);
    const fresh = keys.filter(({ trace_id }) => !seen.has(trace_id) && seen.add(trace_id));
    ranked.push(...(await rankTraces(run, start, fresh)));
    ranked.sort(inOrder);
    const end = keys.at(-1);
    if (isLast || end === undefined) {
      return ranked;
    }
    const frontier = { rank: end.start_time, trace_id: end.trace_id };
    const settled = ranked.filter((trace) => inOrder(trace, frontier) <= 0);
    if (settled.length > limit) {
      return settled;
    }
  }
}

/** Rows of the last trace at its own rank are behind the cursor, whatever their span ids. */
function rowsAfter({ after, selection }: TraceWalkStart): SpanPosition | undefined {
  const span_id = (selection.order === 'ascending' ? 'f' : '0').repeat(16);
  return after && { start_time: after.rank, trace_id: after.trace_id, span_id };
}
