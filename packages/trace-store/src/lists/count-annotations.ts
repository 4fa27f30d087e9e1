import type { RunStatement } from '../connection/run-statement.js';
import { compareSpanPositions } from '../sql/positions.js';
import { decodeAnnotations, selectAnnotations } from '../sql/select-annotations.js';
import { currentRows } from './current-rows.js';

/** Counts the annotations that link to each of the traces; traces without any are left out. */
export async function countAnnotations(
  run: RunStatement,
  projectId: string,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = decodeAnnotations(await run(selectAnnotations(projectId, traceIds)));
  const { rows } = await currentRows(run, projectId, found.toSorted(compareSpanPositions));
  const counts = new Map<string, number>();
  for (const trace_id of rows.flatMap(({ linked }) => linked)) {
    counts.set(trace_id, (counts.get(trace_id) ?? 0) + 1);
  }
  return counts;
}
