import type { RunStatement } from '../connection/run-statement.js';
import { decodeKeys } from '../sql/positions.js';
import { selectShownKeys } from '../sql/select-versions.js';
import { coverRanges } from '../sql/time-ranges.js';
import type { SpanPosition } from '../trace-reader.js';
import { deletedAmong, readExtents } from './trace-extents.js';

/** Finds the positions of the current spans of a trace, in order. */
export async function findSpanKeys(
  run: RunStatement,
  { project_id, trace_id }: { readonly project_id: string; readonly trace_id: string },
): Promise<readonly SpanPosition[]> {
  const extents = [...(await readExtents(run, project_id, [trace_id])).values()];
  if (extents.length === 0) {
    return [];
  }
  const where = { ranges: coverRanges(extents), deleted: deletedAmong(extents) };
  const ids = { project_id, trace_ids: [trace_id], span_ids: undefined, ...where };
  return decodeKeys(await run(selectShownKeys(ids)));
}
