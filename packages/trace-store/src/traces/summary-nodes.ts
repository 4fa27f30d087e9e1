import type { RunStatement } from '../connection/run-statement.js';
import type { SpanSelection, SummaryNode } from '../trace-reader.js';
import { withResponseIds } from './large-trace.js';
import { readNamedModels, withModel } from './named-models.js';
import { decodeResponseIds, selectResponseIds } from './select-nodes.js';
import { decodeSummaryNodes, selectSummaryNodes } from './select-summary-nodes.js';
import { rowsOf, type TraceExtent } from './trace-extents.js';

/** Reads the summary nodes of traces, by trace id, ordered by (start_time, span_id). */
export async function readSummaryNodes(
  run: RunStatement,
  selection: SpanSelection,
  extents: readonly TraceExtent[],
): Promise<ReadonlyMap<string, readonly SummaryNode[]>> {
  const { project_id } = selection;
  const idsOf = (trace: readonly TraceExtent[]) => ({
    project_id,
    span_ids: undefined,
    ...rowsOf(trace),
  });
  const found = decodeSummaryNodes(await run(selectSummaryNodes(selection, idsOf(extents))));
  const models = await readNamedModels(run, found, idsOf(extents));
  const traces = new Map<string, readonly SummaryNode[]>();
  for (const extent of extents) {
    const nodes = found.get(extent.trace_id);
    if (nodes !== undefined) {
      const named = nodes.map((node) =>
        withModel(node, models.get(extent.trace_id + node.span_id)),
      );
      const whole = await withResponseIds(named, async () =>
        decodeResponseIds(await run(selectResponseIds(idsOf([extent])))),
      );
      traces.set(extent.trace_id, whole);
    }
  }
  return traces;
}
