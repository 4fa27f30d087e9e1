import { clickhouseUnavailable } from '../../connection/clickhouse-failure.js';
import type { StatementParameters } from '../../connection/statement.js';
import { snapshotEnd } from '../../selection/selection-conditions.js';

/** SQL: the entry `i` of the trace index contains spans that the snapshot hides, or spans of several partitions. */
export function isLate(snapshot: readonly bigint[], parameters: StatementParameters): string {
  const end = snapshotEnd(snapshot, 'i.max_log_partition', parameters);
  return end === undefined
    ? 'false'
    : `(i.min_log_partition != i.max_log_partition OR i.max_log_offset >= ${end})`;
}

/**
 * SQL: the entry `i` counts for a plain trace if a selected span of it was received at this time or
 * later. While analytics read, later spans add a late entry, which does not count. If a merge adds them
 * to the entry of the trace, that entry is late and counts, and the read is outdated.
 */
export function countsFrom(late: string): string {
  return `if(${late}, i.first_received_at, toDateTime64(-2208988800, 9, 'UTC'))`;
}

/** What one attempt has read. */
export interface Attempt<Result> {
  readonly result: Result;
  /** A trace that the first statement took for plain was not plain any more. */
  readonly isOutdated: boolean;
}

const MAX_ATTEMPTS = 4;

/**
 * Reads again if a read is outdated when it ends. Rejects with CLICKHOUSE_UNAVAILABLE (retryable) after
 * four attempts; one in which a merge changes a trace is rare.
 */
export async function untilCurrent<Result>(read: () => Promise<Attempt<Result>>): Promise<Result> {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const { result, isOutdated } = await read();
    if (!isOutdated) {
      return result;
    }
  }
  throw clickhouseUnavailable('analytics', 'traces changed during each attempt');
}
