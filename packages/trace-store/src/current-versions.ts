import type { StoredSpan } from '@spanhouse/span-row';

/**
 * One row of each span: the one received last, the later in the list of two received at the same
 * time. Rows come in the order of (start_time, …, received_at, log_offset), as ClickHouse resolves
 * such a tie as well.
 */
export function currentVersions(rows: readonly StoredSpan[]): readonly StoredSpan[] {
  const current = new Map<string, StoredSpan>();
  for (const row of rows) {
    const id = row.trace_id + row.span_id;
    const known = current.get(id);
    if (known === undefined || known.received_at <= row.received_at) {
      current.set(id, row);
    }
  }
  return [...current.values()];
}
