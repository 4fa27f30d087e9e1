import type { RunStatement } from '../connection/run-statement.js';
import type { OutlineNode } from '../trace-reader.js';
import { withResponseIds } from './large-trace.js';
import { decodeResponseIds, selectResponseIds } from './select-nodes.js';
import { decodeOutline, selectOutline } from './select-outline.js';
import { readExtents, rowsOf } from './trace-extents.js';

/** Reads the current spans of a trace without their payloads, ordered by (start_time, span_id). */
export async function readOutline(
  run: RunStatement,
  { project_id, trace_id }: { readonly project_id: string; readonly trace_id: string },
): Promise<readonly OutlineNode[]> {
  const extents = [...(await readExtents(run, project_id, [trace_id])).values()];
  if (extents.length === 0) {
    return [];
  }
  const ids = { project_id, span_ids: undefined, ...rowsOf(extents) };
  return withResponseIds(decodeOutline(await run(selectOutline(ids))), async () =>
    decodeResponseIds(await run(selectResponseIds(ids))),
  );
}
