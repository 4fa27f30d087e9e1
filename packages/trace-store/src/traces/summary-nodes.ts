import {
  type ColumnType,
  type DecodedRow,
  decodeTypedColumns,
  presentBits,
} from '@spanhouse/span-row';
import type { RunStatement } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { memberSql } from '../filter/packed-text.js';
import { selectionConditions } from '../selection/selection-conditions.js';
import type { SpanIds } from '../selection/trace-ids-to-sql.js';
import type { SpanSelection, SummaryNode } from '../trace-reader.js';
import { withResponseIds } from './large-trace.js';
import { withModels } from './named-models.js';
import {
  isModelUnclear,
  nodeColumns,
  nodesByTrace,
  quickModel,
  selectColumns,
  toNode,
} from './select-nodes.js';
import { rowsOf, type TraceExtent } from './trace-extents.js';

/** Reads the summary nodes of traces. The result has a list for each trace id, in the order (start_time, span_id). */
export async function readSummaryNodes(
  run: RunStatement,
  selection: SpanSelection,
  extents: readonly TraceExtent[],
): Promise<ReadonlyMap<string, readonly SummaryNode[]>> {
  const { project_id } = selection;
  const idsOf = (some: readonly TraceExtent[]) => ({
    project_id,
    span_ids: undefined,
    ...rowsOf(some),
  });
  const ids = idsOf(extents);
  const found = decodeSummaryNodes(await run(selectSummaryNodes(selection, ids)));
  const traces = new Map<string, readonly SummaryNode[]>(await withModels(run, found, ids));
  for (const extent of extents) {
    const nodes = traces.get(extent.trace_id);
    if (nodes !== undefined) {
      traces.set(extent.trace_id, await withResponseIds(run, nodes, idsOf([extent])));
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
} as const satisfies Readonly<Record<string, ColumnType>>;

type SummaryRow = DecodedRow<(typeof columns)[number]> & {
  readonly named_model: string;
  readonly is_model_unclear: boolean;
  readonly is_matched: boolean;
};

/** A node whose model may have to be read from its payload. */
type UnnamedNode = SummaryNode & { readonly isModelUnclear: boolean };

/** Selects the columns of summary nodes. The current version of each span comes last. */
function selectSummaryNodes(selection: SpanSelection, ids: SpanIds): Statement {
  const parameters = new StatementParameters();
  const isMatched = selectionConditions({ ...selection, snapshot: [] }, parameters).join(' AND ');
  const selected = [
    ...columns.map(memberSql),
    quickModel,
    isModelUnclear,
    `toBool(ifNull(${isMatched}, false))`,
  ];
  return selectColumns(ids, selected, { parameters });
}

/**
 * Decodes the current version of each span. The result has a list for each trace id, in the order (start_time,
 * span_id).
 */
function decodeSummaryNodes(answer: Buffer): ReadonlyMap<string, readonly UnnamedNode[]> {
  const rows = decodeTypedColumns(columns, computed, answer) as unknown as readonly SummaryRow[];
  return nodesByTrace(rows, toUnnamed);
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
