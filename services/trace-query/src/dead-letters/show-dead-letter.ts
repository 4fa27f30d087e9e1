import type { ListedDeadLetter } from '@spanhouse/span-log/dead-letter-reader';
import { formatTimestamp } from '@spanhouse/span-schema';

/** Shows a letter as answers do; its project only to callers who see every project. */
export function showDeadLetter(letter: ListedDeadLetter, isForAll: boolean) {
  const { id, recordedAtMs, retriedAtMs, stage, reason, rowCount, origin, firstRow } = letter;
  return {
    id,
    recorded_at: timeOf(recordedAtMs),
    stage,
    reason,
    rows: rowCount,
    log_partition: origin.partition,
    log_offset: origin.offset,
    first_row: firstRow,
    ...(retriedAtMs !== undefined && { retried_at: timeOf(retriedAtMs) }),
    ...(isForAll && letter.projectId !== '' && { project_id: letter.projectId }),
  };
}

function timeOf(ms: number): string {
  return formatTimestamp(BigInt(ms) * 1_000_000n);
}
