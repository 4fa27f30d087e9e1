import {
  type ColumnType,
  type DecodedRow,
  decodeTypedColumns,
  presentBits,
} from '@spanhouse/span-row';
import { jsonRows } from '../connection/answer-rows.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { memberSql } from '../filter/packed-text.js';
import { notExpired, selectionConditions } from '../selection/selection-conditions.js';
import { idConditions, type SpanIds } from '../selection/trace-ids-to-sql.js';
import type { SpanSelection, SummaryNode } from '../trace-reader.js';
import {
  currentRows,
  isModelUnclear,
  namedModel,
  nodeColumns,
  quickModel,
  toNode,
} from './select-nodes.js';

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
export type UnnamedNode = SummaryNode & { readonly isModelUnclear: boolean };

/** Selects the columns of summary nodes, the current version of each span last. */
export function selectSummaryNodes(selection: SpanSelection, ids: SpanIds): Statement {
  const parameters = new StatementParameters();
  const isMatched = selectionConditions({ ...selection, snapshot: [] }, parameters).join(' AND ');
  const selected = [
    ...columns.map(memberSql),
    quickModel,
    isModelUnclear,
    `toBool(ifNull(${isMatched}, false))`,
  ];
  return parameters.statement`
    SELECT ${selected.join(', ')} FROM spans
    WHERE ${idConditions(ids, parameters).join(' AND ')} AND ${notExpired}
    ORDER BY start_time, span_id, received_at, log_offset FORMAT RowBinary
  `;
}

/** Decodes the current version of each span by trace id, ordered by (start_time, span_id). */
export function decodeSummaryNodes(answer: Buffer): ReadonlyMap<string, readonly UnnamedNode[]> {
  const rows = decodeTypedColumns(columns, computed, answer) as unknown as readonly SummaryRow[];
  const traces = Map.groupBy(rows, ({ trace_id }) => trace_id);
  return new Map([...traces].map(([id, versions]) => [id, currentRows(versions).map(toUnnamed)]));
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

/** Selects the models that are only in payloads, the current version of each span last. */
export function selectNamedModels(ids: SpanIds): Statement {
  const parameters = new StatementParameters();
  return parameters.statement`
    SELECT lower(hex(trace_id)), lower(hex(span_id)), ${namedModel} FROM spans
    WHERE ${idConditions(ids, parameters).join(' AND ')} AND ${notExpired}
    ORDER BY received_at, log_offset FORMAT JSONCompactEachRow
  `;
}

/** Decodes models by trace id followed by span id; `''` for a span without a model. */
export function decodeNamedModels(answer: Buffer): ReadonlyMap<string, string> {
  const rows = jsonRows<readonly [string, string, string]>(answer);
  return new Map(rows.map(([trace_id, span_id, model]) => [trace_id + span_id, model]));
}
