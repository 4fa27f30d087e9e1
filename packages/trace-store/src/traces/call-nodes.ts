import { type DecodedRow, decodeColumns } from '@spanhouse/span-row';
import type { RunStatement } from '../connection/run-statement.js';
import type { Statement } from '../connection/statement.js';
import { columnLeaves } from '../filter/leaves.js';
import type { SpanIds } from '../selection/trace-ids-to-sql.js';
import type { CallNode } from '../trace-reader.js';
import {
  isModelUnclear,
  nodesByTrace,
  parentOf,
  quickModel,
  selectColumns,
} from './select-nodes.js';
import { withModels } from './summary-nodes.js';
import { rowsOf, type TraceExtent } from './trace-extents.js';

/**
 * Reads the calls of the current spans of traces. The result has a list for each trace id, in the order (start_time,
 * span_id).
 */
export async function readCallNodes(
  run: RunStatement,
  projectId: string,
  extents: readonly TraceExtent[],
): Promise<ReadonlyMap<string, readonly CallNode[]>> {
  const ids = { project_id: projectId, span_ids: undefined, ...rowsOf(extents) };
  return await withModels(run, decodeCallNodes(await run(selectCallNodes(ids))), ids);
}

const columns = [
  'trace_id',
  'span_id',
  'parent_id',
  'start_time',
  'received_at',
  'span_type',
  'span_name',
  'status_code',
  'service_name',
] as const;

const computed = {
  duration: 'Float64',
  named_model: 'String',
  is_model_unclear: 'Bool',
} as const;

type CallRow = DecodedRow<(typeof columns)[number], typeof computed>;

/** A node whose model may have to be read from its payload. */
type UnnamedCall = CallNode & { readonly isModelUnclear: boolean };

/** Returns SQL for a duration, where NaN means that it is absent. */
function durationSql(): string {
  const leaf = columnLeaves('ag.metrics.duration.cumulative')?.number;
  return leaf === undefined ? 'nan' : `if(${leaf.has}, ${leaf.value}, nan)`;
}

/** Selects the columns of call nodes. The current version of each span comes last. */
function selectCallNodes(ids: SpanIds): Statement {
  return selectColumns(ids, [...columns, durationSql(), quickModel, isModelUnclear]);
}

/**
 * Decodes the current version of each span. The result has a list for each trace id, in the order (start_time,
 * span_id).
 */
function decodeCallNodes(answer: Buffer): ReadonlyMap<string, readonly UnnamedCall[]> {
  return nodesByTrace(decodeColumns(columns, answer, computed), toUnnamed);
}

function toUnnamed(row: CallRow): UnnamedCall {
  return {
    span_id: row.span_id,
    parent_id: parentOf(row),
    start_time: row.start_time,
    span_type: row.span_type,
    span_name: row.span_name,
    status_code: row.status_code,
    service_name: row.service_name === '' ? undefined : row.service_name,
    model: row.named_model === '' ? undefined : row.named_model,
    duration: Number.isNaN(row.duration) ? undefined : row.duration,
    isModelUnclear: row.is_model_unclear,
  };
}
