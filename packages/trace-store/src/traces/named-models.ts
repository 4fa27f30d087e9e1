import type { RunStatement } from '../connection/run-statement.js';
import { decodeNamedModels, selectNamedModels } from './select-summary-nodes.js';

/** A span whose model must be read from its payload, if `isModelUnclear`. */
interface Unnamed {
  readonly span_id: string;
  readonly model: string | undefined;
  readonly isModelUnclear: boolean;
}

/** Reads the models that are only in payloads, by trace id followed by span id; usually the result is empty. */
export async function readNamedModels(
  run: RunStatement,
  traces: ReadonlyMap<string, readonly Unnamed[]>,
  ids: Omit<Parameters<typeof selectNamedModels>[0], 'span_ids'>,
): Promise<ReadonlyMap<string, string>> {
  const unclear = [...traces.values()].flat().filter(({ isModelUnclear }) => isModelUnclear);
  const span_ids = [...new Set(unclear.map(({ span_id }) => span_id))];
  return span_ids.length === 0
    ? new Map()
    : decodeNamedModels(await run(selectNamedModels({ ...ids, span_ids })));
}

/** Returns the node with its model; `''` means that it has none. */
export function withModel<Node extends Unnamed>(
  { isModelUnclear, ...node }: Node,
  named = '',
): Omit<Node, 'isModelUnclear'> {
  return isModelUnclear ? { ...node, model: named === '' ? undefined : named } : node;
}
