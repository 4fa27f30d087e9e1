import type { StoredSpan } from '@spanhouse/span-row';

/**
 * Picks the current version of each span: the row that was received last, or the later row in the list
 * if two were received at the same time. Rows MUST be ordered by log_offset within equal times, so that
 * ties are resolved as in SQL.
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
