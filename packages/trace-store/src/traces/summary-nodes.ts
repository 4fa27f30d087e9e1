import { type DecodedRow, decodeColumns, presentBits } from '@spanhouse/span-row';
import { jsonRows, type RunStatement } from '../connection/run-statement.js';
import type { Statement } from '../connection/statement.js';
import { memberSql } from '../filter/packed-text.js';
import { selectionConditions } from '../selection/selection-conditions.js';
import type { SpanIds } from '../selection/trace-ids-to-sql.js';
import type { SpanSelection, SummaryNode } from '../trace-reader.js';
import {
  isModelUnclear,
  namedModel,
  nodeColumns,
  nodesByTrace,
  quickModel,
  selectColumns,
  selectTexts,
  toNode,
} from './select-nodes.js';
import { rowsOf, type TraceExtent } from './trace-extents.js';
import { withResponseIds } from './whole-traces.js';

/**
 * Reads the summary nodes of traces. The result contains a list for each trace id, in the order (start_time, span_id).
 */
export async function readSummaryNodes(
  run: RunStatement,
  selection: SpanSelection,
  extents: readonly TraceExtent[],
): Promise<ReadonlyMap<string, readonly SummaryNode[]>> {
  const { project_id } = selection;
  const ids = rowsOf(project_id, extents);
  const answer = await run(selectSummaryNodes(selection, ids));
  const found = nodesByTrace(decodeColumns(columns, answer, computed), toUnnamed);
  const traces = new Map<string, readonly SummaryNode[]>(await withModels(run, found, ids));
  for (const extent of extents) {
    const nodes = traces.get(extent.trace_id);
    if (nodes !== undefined) {
      traces.set(extent.trace_id, await withResponseIds(run, nodes, rowsOf(project_id, [extent])));
    }
  }
  return traces;
}

const columns = [
  ...nodeColumns,
  'trace_id',
  'span_type',
  'status_code',
  'service_name',
  'ag_session_id',
  'ag_user_id',
] as const;

const computed = {
  named_model: 'String',
  is_model_unclear: 'Bool',
  is_matched: 'Bool',
} as const;

type SummaryRow = DecodedRow<(typeof columns)[number], typeof computed>;

/** A node whose model may be recorded only in its attributes JSON. */
type UnnamedNode = SummaryNode & { readonly isModelUnclear: boolean };

/** Selects the columns of summary nodes. The current version of each span comes last. */
function selectSummaryNodes(selection: SpanSelection, ids: SpanIds): Statement {
  const isMatched = selectionConditions({ ...selection, snapshot: [] }).join(' AND ');
  const selected = [
    ...columns.map(memberSql),
    quickModel,
    isModelUnclear,
    `toBool(ifNull(${isMatched}, false))`,
  ];
  return selectColumns(ids, selected);
}

function toUnnamed(row: SummaryRow): UnnamedNode {
  const ifPresent = (name: 'ag_session_id' | 'ag_user_id') =>
    (row.present & presentBits[name]) === 0 ? undefined : row[name];
  return {
    ...toNode(row),
    span_type: row.span_type,
    status_code: row.status_code,
    service_name: row.service_name === '' ? undefined : row.service_name,
    model: row.named_model === '' ? undefined : row.named_model,
    session_id: ifPresent('ag_session_id'),
    user_id: ifPresent('ag_user_id'),
    is_matched: row.is_matched,
    isModelUnclear: row.is_model_unclear,
  };
}

/** A node whose model must be read from its attributes JSON if `isModelUnclear` is true. */
interface Unnamed {
  readonly span_id: string;
  readonly model: string | undefined;
  readonly isModelUnclear: boolean;
}

/**
 * Adds the models to nodes, which are keyed by trace id. The attributes JSON is read only for the few nodes with an
 * unclear model.
 */
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
