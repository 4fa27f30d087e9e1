import type { RunStatement } from './run-statement.js';
import { decodeKeys } from './span-key.js';
import { selectShownKeys } from './statements.js';
import { coverRanges } from './time-ranges.js';
import { deletedAmong, readExtents } from './trace-extents.js';
import type { SpanPosition } from './trace-reader.js';

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
