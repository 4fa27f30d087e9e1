import type { StatementParameters } from '../connection/statement.js';
import { type DeletedTrace, notDeleted } from './deleted-traces.js';
import type { TimeRange } from './time-ranges.js';

/** Names spans by trace ids, span ids or both; `undefined` places no restriction. */
export interface SpanIds {
  readonly project_id: string;
  readonly trace_ids: readonly string[] | undefined;
  readonly span_ids: readonly string[] | undefined;
  /** The ranges that contain their start times; `undefined` if unknown. */
  readonly ranges: readonly TimeRange[] | undefined;
  readonly deleted: readonly DeletedTrace[];
}

/** The rows of whole traces: their ids, the ranges of their starts, and their deletes. */
export type RowsOfTraces = Pick<SpanIds, 'deleted'> &
  Readonly<Record<'trace_ids', readonly string[]> & Record<'ranges', readonly TimeRange[]>>;

/** Writes the conditions for the rows of the spans, which include older versions. */
export function idConditions(
  { project_id, trace_ids: traceIds, span_ids: spanIds, ranges, deleted }: SpanIds,
  parameters: StatementParameters,
): string[] {
  const conditions = [`project_id = ${parameters.bind('UUID', project_id)}`];
  if (ranges !== undefined) {
    const starts = ranges.map(
      ({ from, to }) =>
        `start_time >= ${parameters.bindTime(from)} AND start_time <= ${parameters.bindTime(to)}`,
    );
    conditions.push(`(${starts.join(' OR ')})`);
  }
  if (traceIds !== undefined) {
    conditions.push(parameters.isOneOf('trace_id', traceIds));
  }
  if (spanIds !== undefined) {
    conditions.push(parameters.isOneOf('span_id', spanIds));
  }
  conditions.push(...notDeleted(deleted, parameters));
  return conditions;
}
