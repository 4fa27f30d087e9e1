import { type Statement, StatementParameters } from '../connection/statement.js';
import type { SpanSelection } from '../trace-reader.js';
import { idConditions, type RowsOfTraces } from './id-conditions.js';
import { version } from './listed-columns.js';
import { selectionConditions } from './selection-conditions.js';

/**
 * Selects the rank of each trace: the latest start of its spans whose current version matches. The
 * condition is tested after the current version is chosen, so older versions cannot match.
 */
export function selectRanks(selection: SpanSelection, rows: RowsOfTraces): Statement {
  const parameters = new StatementParameters();
  const ids = { project_id: selection.project_id, span_ids: undefined, ...rows };
  const conditions = selectionConditions(selection, parameters).join(' AND ');
  return parameters.statement`
    SELECT lower(hex(trace_id)), toUnixTimestamp64Nano(max(newest.1)) FROM (
    SELECT trace_id, span_id, argMax((start_time, ${conditions}), ${version}) AS newest
    FROM spans WHERE ${idConditions(ids, parameters).join(' AND ')}
    GROUP BY trace_id, span_id
    ) WHERE newest.2 GROUP BY trace_id FORMAT TabSeparated
  `;
}
