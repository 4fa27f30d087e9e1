import { type Statement, StatementParameters } from './statement.js';
import type { SpanPosition, SpanSelection } from './trace-reader.js';

/** Where the first and the last of the rows start that the project has left for a walk: two lines, or none. */
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
  const rows = `SELECT toUnixTimestamp64Nano(start_time) AS start FROM spans WHERE ${conditions.join(' AND ')}`;
  const query = [
    `SELECT start FROM (${rows} ORDER BY start_time ASC LIMIT 1)`,
    `UNION ALL SELECT start FROM (${rows} ORDER BY start_time DESC LIMIT 1) FORMAT TabSeparated`,
  ].join(' ');
  return { query, query_params: parameters.values };
}
