import { type Statement, StatementParameters } from '../connection/statement.js';
import { bucket } from './bucket-order.js';

/** A page of a list rarely needs more rows. */
const NEWEST_ROWS = 1000;

/**
 * Selects the first and the last bucket of rows of a project, in two lines: one for the oldest row and one for
 * the newest rows. Selects no line if the project has no rows.
 */
export function selectReach(project_id: string): Statement {
  const parameters = new StatementParameters();
  const rows = `SELECT ${bucket} AS bucket FROM spans WHERE project_id = ${parameters.bind('UUID', project_id)}`;
  const ends = 'SELECT min(bucket), max(bucket) FROM';
  return parameters.statement`
    ${ends} (${rows} ORDER BY ${bucket} ASC LIMIT 1) HAVING count() > 0
    UNION ALL ${ends} (${rows} ORDER BY ${bucket} DESC LIMIT ${NEWEST_ROWS}) HAVING count() > 0
    FORMAT TabSeparated
  `;
}
