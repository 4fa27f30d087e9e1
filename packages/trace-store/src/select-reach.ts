import { type Statement, StatementParameters } from './statement.js';
import type { WalkStep } from './statements.js';
import type { SpanSelection } from './trace-reader.js';

/** Where the first and the last of some rows start, in the order of a walk. */
export interface ReachOfRows {
  readonly first: bigint;
  readonly last: bigint;
}

/** How many of the next rows of the project there are up to the limit, and how far they reach. */
export function selectReach(
  { project_id, order, oldest, newest }: SpanSelection,
  { after, limit }: Pick<WalkStep, 'after' | 'limit'>,
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
  const direction = order === 'ascending' ? 'ASC' : 'DESC';
  const query = [
    'SELECT count(), toUnixTimestamp64Nano(min(start_time)), toUnixTimestamp64Nano(max(start_time))',
    `FROM (SELECT start_time FROM spans WHERE ${conditions.join(' AND ')}`,
    `ORDER BY start_time ${direction} LIMIT ${parameters.bind('UInt64', limit)}) FORMAT TabSeparated`,
  ].join(' ');
  return { query, query_params: parameters.values };
}
