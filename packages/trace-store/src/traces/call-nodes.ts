import type { RunStatement } from '../connection/run-statement.js';
import type { CallNode } from '../trace-reader.js';
import { readNamedModels, withModel } from './named-models.js';
import { decodeCallNodes, selectCallNodes } from './select-call-nodes.js';
import { rowsOf, type TraceExtent } from './trace-extents.js';

/** Reads the calls of the current spans of traces, by trace id, ordered by (start_time, span_id). */
export async function readCallNodes(
  run: RunStatement,
  projectId: string,
  extents: readonly TraceExtent[],
): Promise<ReadonlyMap<string, readonly CallNode[]>> {
  const ids = { project_id: projectId, span_ids: undefined, ...rowsOf(extents) };
  const found = decodeCallNodes(await run(selectCallNodes(ids)));
  const models = await readNamedModels(run, found, ids);
  const named = [...found].map(
    ([id, nodes]) =>
      [id, nodes.map((node) => withModel(node, models.get(id + node.span_id)))] as const,
  );
  return new Map(named);
}
