import type { StoredSpanColumn } from '@spanhouse/span-row';

/** Orders the versions of a span; the greatest is the current one (docs/adr/051). */
export const version = '(received_at, log_offset, start_time)';

/** Writes columns as the list of a SELECT. */
export function listed(columns: readonly StoredSpanColumn[]): string {
  return columns.map((name) => `\`${name}\``).join(', ');
}
