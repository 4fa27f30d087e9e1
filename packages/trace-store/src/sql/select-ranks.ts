import { type Statement, StatementParameters } from '../connection/statement.js';
import type { SpanSelection } from '../trace-reader.js';
import type { DeletedTrace } from './deleted-traces.js';
import { idConditions } from './id-conditions.js';
import { version } from './listed-columns.js';
import { selectionConditions } from './selection-conditions.js';
import type { TimeRange } from './time-ranges.js';

/** The traces to rank, with the time ranges of their rows and their deletes. */
export interface RankedTraces {
  readonly traceIds: readonly string[];
  readonly ranges: readonly TimeRange[];
  readonly deleted: readonly DeletedTrace[];
}

/**
 * Selects the rank of each trace: the latest start of its spans whose current version matches. The
 * condition is tested after the current version is chosen, so older versions cannot match.
 */
export function selectRanks(
  selection: SpanSelection,
  { traceIds, ...where }: RankedTraces,
): Statement {
  const parameters = new StatementParameters();
  const { project_id } = selection;
  const ids = { project_id, trace_ids: traceIds, span_ids: undefined, ...where };
  const conditions = selectionConditions(selection, parameters).join(' AND ');
  return parameters.statement`
    SELECT lower(hex(trace_id)), toUnixTimestamp64Nano(max(newest.1)) FROM (
    SELECT trace_id, span_id, argMax((start_time, ${conditions}), ${version}) AS newest
    FROM spans WHERE ${idConditions(ids, parameters).join(' AND ')}
    GROUP BY trace_id, span_id
    ) WHERE newest.2 GROUP BY trace_id FORMAT TabSeparated
  `;
}
