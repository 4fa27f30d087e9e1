import { bind, bindTime } from '../connection/statement.js';
import { hintToSql } from '../filter/hint-to-sql.js';
import type { ExtentBounds, SpanHint } from '../span-hint.js';
import type { SpanSelection } from '../trace-reader.js';
import { notExpired } from './selection-conditions.js';
import { firstStart, isRangeUnknown, lastStart } from './time-ranges.js';

type Bounds = Pick<SpanSelection, 'project_id' | 'oldest' | 'newest' | 'traceRange'>;

/**
 * Returns conditions that select the rows of traces in which every hint is satisfied by at least one row. The
 * conditions relate rows of one trace, so the statement MUST use `shardLocal`.
 */
export function traceConditions({
  traceHints = [],
  extent,
  ...bounds
}: Bounds & Pick<SpanSelection, 'traceHints' | 'extent'>): string[] {
  return [
    ...traceHints.map((hint) => traceCondition(hint, bounds)),
    ...(extent === undefined
      ? []
      : [`trace_id IN (SELECT trace_id ${tracesWithin(extent, bounds)})`]),
  ];
}

/**
 * Returns SQL for the traces whose extent in the index is within bounds. The result may include other traces, because
 * index entries may belong to older versions of spans.
 */
export function tracesWithin(
  { startsUntil, endsFrom }: ExtentBounds,
  { project_id, oldest }: Pick<Bounds, 'project_id' | 'oldest'>,
): string {
  const within = [`${firstStart()} <= ${bind('Int64', startsUntil)}`];
  if (endsFrom !== undefined) {
    const end = `max(max_end_time) >= ${bindTime(endsFrom)}`;
    within.push(`(${end} OR max(${isRangeUnknown()}))`);
  }
  if (oldest !== undefined) {
    within.push(`${lastStart()} >= ${bind('Int64', oldest)}`);
  }
  const project = `project_id = ${bind('UUID', project_id)}`;
  return `FROM trace_index WHERE ${project} GROUP BY trace_id HAVING ${within.join(' AND ')}`;
}

function traceCondition(hint: SpanHint, bounds: Bounds): string {
  const project = `project_id = ${bind('UUID', bounds.project_id)}`;
  const reach = reachOfTraces(bounds);
  const conditions = [project, ...reach, notExpired, hintToSql(hint)];
  return `trace_id IN (SELECT trace_id FROM spans WHERE ${conditions.join(' AND ')})`;
}

/**
 * Returns the conditions that limit rows to a time range. The range covers all spans of the traces that have a row
 * within the bounds. With these conditions, the primary key excludes rows that cannot match.
 */
function reachOfTraces(bounds: Bounds): readonly string[] {
  const { project_id, oldest, newest, traceRange } = bounds;
  if (traceRange !== undefined) {
    const [from, to] = [traceRange.from, traceRange.to].map((time) => bindTime(time));
    return [`start_time >= ${from}`, `start_time <= ${to}`];
  }
  if (oldest === undefined && newest === undefined) {
    return [];
  }
  const project = `project_id = ${bind('UUID', project_id)}`;
  const within = [project];
  if (oldest !== undefined) {
    within.push(`max_start_time >= ${bindTime(oldest)}`);
  }
  if (newest !== undefined) {
    within.push(`min_start_time <= ${bindTime(newest)}`);
  }
  const traces = `SELECT trace_id FROM trace_index WHERE ${within.join(' AND ')}`;
  const rows = `FROM trace_index WHERE ${project} AND trace_id IN (${traces})`;
  // ClickHouse evaluates identical subqueries only once.
  const reach = `(SELECT tuple(min(min_start_time), max(max_start_time)) ${rows})`;
  return [`start_time >= ${reach}.1`, `start_time <= ${reach}.2`];
}
