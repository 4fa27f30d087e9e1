import type { StatementParameters } from '../connection/statement.js';
import { firstTime } from '../sql/index-times.js';
import { snapshotEnd } from '../sql/selection-conditions.js';

/** SQL: the entry `i` of the trace index contains spans that the snapshot hides, or spans of several partitions. */
export function isLate(snapshot: readonly bigint[], parameters: StatementParameters): string {
  const end = snapshotEnd(snapshot, 'i.max_log_partition', parameters);
  return end === undefined
    ? 'false'
    : `(i.min_log_partition != i.max_log_partition OR i.max_log_offset >= ${end})`;
}

/**
 * SQL: the entry `i` counts for a plain trace if a selected span of it was received at this time or
 * later. While analytics read, later spans add an entry, which does not count; or a merge adds them
 * to the entry of the trace, which still counts.
 */
export function countsFrom(late: string): string {
  return `multiIf(NOT ${late}, ${firstTime}, i.row_count > 1, i.first_received_at, now64(9, 'UTC'))`;
}

/** SQL: a merge has added a second version of a span to the entry `i`, whose sums are then too large. */
export function isOutdated(late: string): string {
  return `(${late} AND (i.root_count > 1 OR i.row_count != finalizeAggregation(i.span_ids)))`;
}

/** What one attempt has read. */
export interface Attempt<Result> {
  readonly result: Result;
  /** A trace that the first statement found to be plain is no longer plain. */
  readonly isOutdated: boolean;
}

/** Reads again while a read is outdated when it ends. The time limit of the read bounds the attempts. */
export async function untilCurrent<Result>(read: () => Promise<Attempt<Result>>): Promise<Result> {
  let attempt = await read();
  while (attempt.isOutdated) {
    attempt = await read();
  }
  return attempt.result;
}
