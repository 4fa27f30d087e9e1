import { clickhouseUnavailable } from '../../connection/clickhouse-failure.js';
import { snapshotEnd } from '../../selection/selection-conditions.js';

/**
 * Returns an SQL condition about an entry `i` of the trace index. It is true if the entry contains spans that are
 * hidden by the snapshot, or spans from several log partitions.
 */
export function isLate(snapshot: readonly bigint[]): string {
  const end = snapshotEnd(snapshot, 'i.max_log_partition');
  return end === undefined
    ? 'false'
    : `(i.min_log_partition != i.max_log_partition OR i.max_log_offset >= ${end})`;
}

/**
 * Returns SQL for a time. The caller uses an entry `i` of the trace index only if the first selected span of its trace
 * was received at or after this time.
 * - Spans that arrive during the read add a late entry. This entry is not used, because the selected spans are older.
 * - If ClickHouse merges the late entry with the trace's earlier entry, the merged entry is used. It is also late, so
 *   the read is outdated.
 */
export function countsFrom(late: string): string {
  return `if(${late}, i.first_received_at, toDateTime64(-2208988800, 9, 'UTC'))`;
}

export interface Attempt<Result> {
  readonly result: Result;
  /** True if a trace that was plain when the attempt began is no longer plain. */
  readonly isOutdated: boolean;
}

const MAX_ATTEMPTS = 4;

/**
 * Retries a read whose result is outdated. After four attempts it rejects with CLICKHOUSE_UNAVAILABLE (retryable). Four
 * attempts are enough, because a merge rarely changes a trace during a read.
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
