import { type DecodedRow, decodeColumns } from '@spanhouse/span-row';
import type { RunStatement } from '../connection/run-statement.js';
import { columnLeaves } from '../filter/leaves.js';
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
 * Reads the call nodes of traces. The result contains, for each trace id, the current spans in the order (start_time,
 * span_id).
 */
export async function readCallNodes(
  run: RunStatement,
  projectId: string,
  extents: readonly TraceExtent[],
): Promise<ReadonlyMap<string, readonly CallNode[]>> {
  const ids = rowsOf(projectId, extents);
  const answer = await run(selectColumns(ids, [...columns, duration, quickModel, isModelUnclear]));
  const calls = nodesByTrace(decodeColumns(columns, answer, computed), toUnnamed);
  return await withModels(run, calls, ids);
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

/** A node whose model may be recorded only in its attributes JSON. */
type UnnamedCall = CallNode & { readonly isModelUnclear: boolean };

const durationLeaf = columnLeaves('ag.metrics.duration.cumulative')?.number;
/** SQL for a duration; NaN if the span has no duration. */
const duration = `if(${durationLeaf?.has ?? 'false'}, ${durationLeaf?.value ?? 'nan'}, nan)`;

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
