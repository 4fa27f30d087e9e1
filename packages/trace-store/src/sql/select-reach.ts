import { type Statement, StatementParameters } from '../connection/statement.js';
import { bucket } from './bucket-order.js';

/** Selects the first and the last bucket of the rows of a project: two lines or none. */
export function selectReach(project_id: string): Statement {
  const parameters = new StatementParameters();
  const rows = `SELECT ${bucket} AS bucket FROM spans WHERE project_id = ${parameters.bind('UUID', project_id)}`;
  return parameters.statement`
    SELECT bucket FROM (${rows} ORDER BY ${bucket} ASC LIMIT 1)
    UNION ALL SELECT bucket FROM (${rows} ORDER BY ${bucket} DESC LIMIT 1) FORMAT TabSeparated
  `;
}
