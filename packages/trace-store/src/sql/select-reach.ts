import { type Statement, StatementParameters } from '../connection/statement.js';
import type { SpanPosition, SpanSelection } from '../trace-reader.js';
import { bucket } from './bucket-order.js';

/** Selects the first and the last bucket of the project's rows after a position: two lines or none. */
export function selectReach(
  { project_id, order, oldest, newest }: SpanSelection,
  after: SpanPosition | undefined,
): Statement {
  const parameters = new StatementParameters();
  const conditions = [`project_id = ${parameters.bind('UUID', project_id)}`];
  const bound = (comparison: string, time: bigint | undefined) => {
    if (time !== undefined) {
      conditions.push(`start_time ${comparison} ${parameters.bindTime(time)}`);
    }
  };
  bound('>=', oldest);
  bound('<=', newest);
  bound(order === 'ascending' ? '>=' : '<=', after?.start_time);
  const rows = `SELECT ${bucket} AS bucket FROM spans WHERE ${conditions.join(' AND ')}`;
  return parameters.statement`
    SELECT bucket FROM (${rows} ORDER BY ${bucket} ASC LIMIT 1)
    UNION ALL SELECT bucket FROM (${rows} ORDER BY ${bucket} DESC LIMIT 1) FORMAT TabSeparated
  `;
}
