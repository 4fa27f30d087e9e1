import { type Statement, StatementParameters } from '../connection/statement.js';
import { bucket } from './bucket-order.js';

/** A page of a list rarely needs more rows. */
const NEWEST_ROWS = 1000;

/**
 * Selects where the rows of a project begin and end, in two lines: the start of a row in the oldest bucket, twice,
 * and the starts of the first and the last of the newest rows. Selects no line if the project has no rows.
 */
export function selectReach(project_id: string): Statement {
  const parameters = new StatementParameters();
  const isOfProject = `project_id = ${parameters.bind('UUID', project_id)}`;
  const ends = 'SELECT min(start) AS first, max(start) AS last FROM';
  const starts = 'SELECT toUnixTimestamp64Nano(start_time) AS start FROM spans WHERE';
  const newestBuckets = `SELECT ${bucket} AS bucket FROM spans WHERE ${isOfProject} ORDER BY ${bucket} DESC LIMIT ${NEWEST_ROWS}`;
  return parameters.statement`
    ${ends} (${starts} ${isOfProject} ORDER BY ${bucket} ASC LIMIT 1) HAVING count() > 0
    UNION ALL ${ends} (${starts} ${isOfProject} AND ${bucket} >= (SELECT min(bucket) FROM (${newestBuckets}))
    ORDER BY start_time DESC LIMIT ${NEWEST_ROWS}) HAVING count() > 0
    FORMAT TabSeparated
  `;
}
