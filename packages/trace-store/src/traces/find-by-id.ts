import { decodeStoredSpans, type StoredSpan } from '@spanhouse/span-row';
import { type RunStatement, tableRows } from '../connection/run-statement.js';
import { bind, type Statement, sql } from '../connection/statement.js';
import type { DeletedTrace } from '../selection/deleted-traces.js';
import { compareSpanPositions, decodeKeys } from '../selection/row-positions.js';
import type { SpanIdsToFind, SpanPosition, TraceIdEnds, TraceKey } from '../trace-reader.js';
import { currentVersions, selectShownKeys, selectSpans } from './select-spans.js';
import { deletedAmong, readExtents, rowsOf } from './trace-extents.js';
import { readWholeTraces } from './whole-traces.js';

/**
 * Finds the current spans with the given trace ids, span ids or both, in the order (start_time, trace_id, span_id).
 * Keeps the complete answer in memory.
 */
export async function findSpans(
  run: RunStatement,
  { project_id, trace_ids, span_ids }: SpanIdsToFind,
): Promise<readonly StoredSpan[]> {
  if (trace_ids?.length === 0 || span_ids?.length === 0) {
    return [];
  }
  if (trace_ids !== undefined) {
    const extents = await readExtents(run, project_id, [...new Set(trace_ids)]);
    return readWholeTraces(run, { project_id, extents: [...extents.values()], span_ids });
  }
  if (span_ids === undefined) {
    return [];
  }
  const find = async (deleted: readonly DeletedTrace[]) => {
    const ids = { project_id, trace_ids, span_ids, ranges: undefined, deleted };
    return decodeStoredSpans(await run(selectSpans(ids, { hasVersions: true, hasExpired: true })));
  };
  let spans = await find([]);
  const traceIds = new Set(spans.map((span) => span.trace_id));
  const extents = await readExtents(run, project_id, [...traceIds]);
  const deleted = deletedAmong([...extents.values()]);
  if (deleted.length > 0) {
    spans = await find(deleted);
  }
  return currentVersions(spans).toSorted(compareSpanPositions);
}

/** Finds the positions of a trace's current spans, in order. */
export async function findSpanKeys(
  run: RunStatement,
  { project_id, trace_id }: TraceKey,
): Promise<readonly SpanPosition[]> {
  const extents = [...(await readExtents(run, project_id, [trace_id])).values()];
  if (extents.length === 0) {
    return [];
  }
  return decodeKeys(await run(selectShownKeys(rowsOf(project_id, extents))));
}

/** Finds traces by the last digits of their ids. The statement scans all trace ids of the project. */
export async function findTraceIds(
  run: RunStatement,
  ending: TraceIdEnds,
): Promise<readonly string[]> {
  const rows = tableRows(await run(selectTraceIds(ending)));
  return rows.flatMap(([traceId]) => traceId ?? []);
}

function selectTraceIds({ project_id, suffixes, limit }: TraceIdEnds): Statement {
  return sql`
    SELECT DISTINCT lower(hex(trace_id)) AS id FROM trace_index
    WHERE project_id = ${bind('UUID', project_id)}
    AND lower(hex(substring(trace_id, 9))) IN ${bind('Array(String)', suffixes)}
    ORDER BY id LIMIT ${limit} FORMAT TabSeparated
  `;
}
