import type { RunStatement } from '../connection/run-statement.js';
import { decodeResponseIds, selectResponseIds } from '../sql/select-nodes.js';
import {
  decodeNamedModels,
  decodeSummaryNodes,
  selectNamedModels,
  selectSummaryNodes,
  type UnnamedNode,
} from '../sql/select-summary-nodes.js';
import type { SpanSelection, SummaryNode } from '../trace-reader.js';
import { withResponseIds } from './large-trace.js';
import { rowsOf, type TraceExtent } from './trace-extents.js';

/** Reads what summaries count of the current spans of traces, by trace id, ordered by (start_time, span_id). */
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
  const models = await readModels(run, found, idsOf(extents));
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

/** Reads the models that only payloads tell; usually there are none. */
async function readModels(
  run: RunStatement,
  traces: ReadonlyMap<string, readonly UnnamedNode[]>,
  ids: Omit<Parameters<typeof selectNamedModels>[0], 'span_ids'>,
): Promise<ReadonlyMap<string, string>> {
  const unclear = [...traces.values()].flat().filter(({ isModelUnclear }) => isModelUnclear);
  const span_ids = [...new Set(unclear.map(({ span_id }) => span_id))];
  return span_ids.length === 0
    ? new Map()
    : decodeNamedModels(await run(selectNamedModels({ ...ids, span_ids })));
}

function withModel({ isModelUnclear, ...node }: UnnamedNode, named = ''): SummaryNode {
  return isModelUnclear ? { ...node, model: named === '' ? undefined : named } : node;
}
