import type { FilterExpression } from '@spanhouse/span-schema';
import type { StatementParameters } from '../connection/statement.js';
import { filterToSql } from '../filter/filter-to-sql.js';
import type { SpanSelection } from '../trace-reader.js';
import { notExpired } from './selection-conditions.js';

type Bounds = Pick<SpanSelection, 'project_id' | 'oldest' | 'newest'>;

/**
 * Writes the conditions for rows of traces that have a row for each of these filters. They relate rows of one trace,
 * so the statement MUST run with `shardLocal`.
 */
export function traceConditions(
  { traceFilters = [], ...bounds }: Bounds & Pick<SpanSelection, 'traceFilters'>,
  parameters: StatementParameters,
): string[] {
  return traceFilters.map((filter) => traceCondition(filter, bounds, parameters));
}

function traceCondition(
  filter: FilterExpression,
  bounds: Bounds,
  parameters: StatementParameters,
): string {
  const project = `project_id = ${parameters.bind('UUID', bounds.project_id)}`;
  const reach = reachOfTraces(bounds, parameters);
  const conditions = [project, ...reach, notExpired, filterToSql(filter, parameters)];
  return `trace_id IN (SELECT trace_id FROM spans WHERE ${conditions.join(' AND ')})`;
}

/**
 * SQL: the row lies between the first and the last start of the traces that have a row within the bounds. Rows outside
 * cannot matter, and the primary key leaves them unread.
 */
function reachOfTraces(bounds: Bounds, parameters: StatementParameters): readonly string[] {
  const { project_id, oldest, newest } = bounds;
  if (oldest === undefined && newest === undefined) {
    return [];
  }
  const project = `project_id = ${parameters.bind('UUID', project_id)}`;
  const within = [project];
  if (oldest !== undefined) {
    within.push(`max_start_time >= ${parameters.bindTime(oldest)}`);
  }
  if (newest !== undefined) {
    within.push(`min_start_time <= ${parameters.bindTime(newest)}`);
  }
  const traces = `SELECT trace_id FROM trace_index WHERE ${within.join(' AND ')}`;
  const rows = `FROM trace_index WHERE ${project} AND trace_id IN (${traces})`;
  return [
    `start_time >= (SELECT min(min_start_time) ${rows})`,
    `start_time <= (SELECT max(max_start_time) ${rows})`,
  ];
}
