import { decodeStoredSpans, type StoredSpan } from '@spanhouse/span-row';
import type { RunStatement } from '../connection/run-statement.js';
import type { DeletedTrace } from '../sql/deleted-traces.js';
import { compareSpanPositions } from '../sql/positions.js';
import { selectSpans } from '../sql/select-spans.js';
import type { TraceReader } from '../trace-reader.js';
import { currentVersions } from './current-versions.js';
import { deletedAmong, readExtents } from './trace-extents.js';
import { readWholeTraces } from './whole-traces.js';

type SpanIds = Parameters<TraceReader['findSpans']>[0];

/**
 * Finds the current spans with the given trace ids, span ids or both, ordered by (start_time, trace_id,
 * span_id). The answer is held in memory.
 */
export async function findSpans(
  run: RunStatement,
  { project_id, trace_ids, span_ids }: SpanIds,
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
  const extents = await readExtents(run, project_id, [
    ...new Set(spans.map((span) => span.trace_id)),
  ]);
  const deleted = deletedAmong([...extents.values()]);
  if (deleted.length > 0) {
    spans = await find(deleted);
  }
  return currentVersions(spans).toSorted(compareSpanPositions);
}
