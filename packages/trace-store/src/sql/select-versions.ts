import { oneLine } from '../connection/one-line.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { idConditions, type SpanIds } from './id-conditions.js';
import { version } from './listed-columns.js';
import { notExpired } from './selection-conditions.js';
import { lookUp } from './statement-settings.js';

/** Selects the key of the current version of each span, in any order. */
export function selectVersions(ids: SpanIds): Statement {
  const parameters = new StatementParameters();
  return parameters.statement`${newestVersions(idConditions(ids, parameters))} FORMAT TabSeparated`;
}

/** Selects the keys of the spans that a look-up shows, ordered by (start_time, trace_id, span_id). */
export function selectShownKeys(ids: SpanIds): Statement {
  const parameters = new StatementParameters();
  return parameters.statement`
    ${newestVersions([...idConditions(ids, parameters), notExpired])}
    ORDER BY newest.3, trace_id, span_id ${lookUp} FORMAT TabSeparated
  `;
}

/** SQL: the keys of the current versions, as `decodeKeys` reads them. */
function newestVersions(conditions: readonly string[]): string {
  return oneLine`
    SELECT toUnixTimestamp64Nano(newest.3), lower(hex(trace_id)), lower(hex(span_id)), toUnixTimestamp64Nano(newest.1)
    FROM (SELECT trace_id, span_id, max(${version}) AS newest
    FROM spans WHERE ${conditions.join(' AND ')} GROUP BY trace_id, span_id)
  `;
}
