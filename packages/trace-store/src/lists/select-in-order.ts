import { storedSpanColumns } from '@spanhouse/span-row';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { byStart } from '../selection/bucket-order.js';
import { type DeletedTrace, notDeleted } from '../selection/deleted-traces.js';
import { listed } from '../selection/listed-columns.js';
import { selectionConditions } from '../selection/selection-conditions.js';
import { shardLocal } from '../selection/statement-settings.js';
import { traceConditions } from '../selection/trace-conditions.js';
import type { SpanPosition, SpanSelection } from '../trace-reader.js';

/** One step of a walk, which reads at most `limit` rows after a position. */
export interface WalkStep {
  readonly after: SpanPosition | undefined;
  readonly limit: number;
  /** The deletes that the walk has found so far. */
  readonly deleted: readonly DeletedTrace[];
}

const key = [
  'toUnixTimestamp64Nano(start_time)',
  'lower(hex(trace_id))',
  'lower(hex(span_id))',
  'toUnixTimestamp64Nano(received_at)',
].join(', ');

/** Selects the keys of the matching rows in order, including older versions of spans. */
export function selectKeys(selection: SpanSelection, step: WalkStep): Statement {
  return selectInOrder(selection, { ...step, columns: key, format: 'TabSeparated' });
}

/** Selects the matching rows in order. ClickHouse reads wide columns only for the rows within the limit. */
export function selectRows(selection: SpanSelection, step: WalkStep): Statement {
  const columns = listed(storedSpanColumns, selection.unread);
  return selectInOrder(selection, { ...step, columns, format: 'RowBinary' });
}

function selectInOrder(
  selection: SpanSelection,
  { after, limit, deleted, columns, format }: WalkStep & { columns: string; format: string },
): Statement {
  const parameters = new StatementParameters();
  const conditions = selectionConditions(selection, parameters);
  conditions.push(...notDeleted(deleted, parameters));
  const ofTraces = traceConditions(selection, parameters);
  conditions.push(...ofTraces);
  const settings = ofTraces.length === 0 ? '' : `SETTINGS ${shardLocal} `;
  const isAscending = selection.order === 'ascending';
  const beyond = isAscending ? '>' : '<';
  if (after !== undefined) {
    const time = parameters.bindTime(after.start_time);
    const ids = `${parameters.bindId(after.trace_id)}, ${parameters.bindId(after.span_id)}`;
    conditions.push(`start_time ${beyond}= ${time}`); // the primary key uses only this condition
    conditions.push(`(start_time, trace_id, span_id) ${beyond} (${time}, ${ids})`);
  }
  return parameters.statement`
    SELECT ${columns} FROM spans WHERE ${conditions.join(' AND ')}
    ORDER BY ${byStart(isAscending ? 'ASC' : 'DESC', 'trace_id', 'span_id')}
    LIMIT ${parameters.bind('UInt64', limit)} ${settings}FORMAT ${format}
  `;
}
