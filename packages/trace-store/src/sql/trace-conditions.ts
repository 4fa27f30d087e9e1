import type { FilterExpression } from '@spanhouse/span-schema';
import type { StatementParameters } from '../connection/statement.js';
import { filterToSql } from '../filter/filter-to-sql.js';
import type { ExtentBounds } from '../span-hint.js';
import type { SpanSelection } from '../trace-reader.js';
import { firstStart, isRangeUnknown, lastStart } from './index-times.js';
import { notExpired } from './selection-conditions.js';

type Bounds = Pick<SpanSelection, 'project_id' | 'oldest' | 'newest'>;

/**
 * Writes the conditions for rows of traces that have a row for each of these filters. They relate rows of one trace,
 * so the statement MUST run with `shardLocal`.
 */
export function traceConditions(
  { traceFilters = [], extent, ...bounds }: Bounds & Pick<SpanSelection, 'traceFilters' | 'extent'>,
  parameters: StatementParameters,
): string[] {
  return [
    ...traceFilters.map((filter) => traceCondition(filter, bounds, parameters)),
    ...(extent === undefined ? [] : extentConditions(extent, bounds, parameters)),
  ];
}

/**
 * SQL: the row is of a trace whose entries in the index allow this extent. Entries may belong to older versions of
 * spans, so there may be more traces.
 */
function extentConditions(
  { startsUntil, endsFrom }: ExtentBounds,
  { project_id, oldest }: Bounds,
  parameters: StatementParameters,
): readonly string[] {
  const within = [`${firstStart()} <= ${parameters.bind('Int64', startsUntil)}`];
  if (endsFrom !== undefined) {
    const end = `max(max_end_time) >= ${parameters.bindTime(endsFrom)}`;
    within.push(`(${end} OR max(${isRangeUnknown()}))`);
  }
  if (oldest !== undefined) {
    within.push(`${lastStart()} >= ${parameters.bind('Int64', oldest)}`);
  }
  const project = `project_id = ${parameters.bind('UUID', project_id)}`;
  const traces = `FROM trace_index WHERE ${project} GROUP BY trace_id HAVING ${within.join(' AND ')}`;
  const reach = `(SELECT ${firstStart()} AS first, ${lastStart()} AS last ${traces})`;
  const start = 'toUnixTimestamp64Nano(start_time)';
  return [
    `trace_id IN (SELECT trace_id ${traces})`,
    `start_time >= (SELECT fromUnixTimestamp64Nano(min(first), 'UTC') FROM ${reach})`,
    `${start} <= (SELECT max(last) FROM ${reach})`,
  ];
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
