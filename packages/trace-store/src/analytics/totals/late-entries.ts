import { clickhouseUnavailable } from '../../connection/clickhouse-failure.js';
import { snapshotEnd } from '../../selection/selection-conditions.js';

/**
 * Returns an SQL condition that is true if the entry `i` of the trace index contains spans that the snapshot hides, or
 * spans of several partitions.
 */
export function isLate(snapshot: readonly bigint[]): string {
  const end = snapshotEnd(snapshot, 'i.max_log_partition');
  return end === undefined
    ? 'false'
    : `(i.min_log_partition != i.max_log_partition OR i.max_log_offset >= ${end})`;
}

/**
 * Returns SQL for a time. The entry `i` counts for a plain trace if a selected span of it was received at this time or
 * later. During a read, later spans add a late entry, which does not count. If a merge joins them with the entry of the
 * trace, the joined entry is late but counts, and the read is outdated.
 */
export function countsFrom(late: string): string {
  return `if(${late}, i.first_received_at, toDateTime64(-2208988800, 9, 'UTC'))`;
}

/** The result of one attempt. */
export interface Attempt<Result> {
  readonly result: Result;
  /** True if a trace that was plain for the first statement is no longer plain. */
  readonly isOutdated: boolean;
}

const MAX_ATTEMPTS = 4;

/**
 * Repeats a read that is outdated when it ends. Rejects with CLICKHOUSE_UNAVAILABLE (retryable) after four attempts,
 * because a merge rarely changes a trace during a read.
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
