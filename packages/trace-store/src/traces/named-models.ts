import { jsonRows } from '../connection/answer-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import type { SpanIds } from '../selection/trace-ids-to-sql.js';
import { namedModel, selectTexts } from './select-nodes.js';

/** A node whose model must be read from its payload if `isModelUnclear` is true. */
interface Unnamed {
  readonly span_id: string;
  readonly model: string | undefined;
  readonly isModelUnclear: boolean;
}

/** Adds models to nodes, which are given by trace id. Reads the payloads of the few nodes with an unclear model. */
export async function withModels<Node extends Unnamed>(
  run: RunStatement,
  traces: ReadonlyMap<string, readonly Node[]>,
  ids: SpanIds,
): Promise<ReadonlyMap<string, readonly Omit<Node, 'isModelUnclear'>[]>> {
  const unclear = [...traces.values()].flat().filter(({ isModelUnclear }) => isModelUnclear);
  const span_ids = [...new Set(unclear.map(({ span_id }) => span_id))];
  const texts = selectTexts({ ...ids, span_ids }, [
    'lower(hex(trace_id))',
    'lower(hex(span_id))',
    namedModel,
  ]);
  const rows =
    span_ids.length === 0 ? [] : jsonRows<readonly [string, string, string]>(await run(texts));
  const models = new Map(rows.map(([trace_id, span_id, model]) => [trace_id + span_id, model]));
  const named = ([id, nodes]: readonly [string, readonly Node[]]) =>
    [
      id,
      nodes.map(({ isModelUnclear, ...node }) =>
        isModelUnclear ? { ...node, model: models.get(id + node.span_id) || undefined } : node,
      ),
    ] as const;
  return new Map([...traces].map(named));
}
