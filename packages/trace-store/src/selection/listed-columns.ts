import type { StoredSpanColumn } from '@spanhouse/span-row';
import { emptyPacked } from '../filter/packed-text.js';
import type { SpanPart } from '../span-parts.js';

/**
 * SQL for a tuple that orders the versions of a span. The version with the greatest tuple is current (docs/adr/051).
 */
export const version = '(received_at, log_offset, start_time)';

const emptyParts: Readonly<Record<string, string>> = { attributes: "''", packed: emptyPacked };

/** Returns the column list of a SELECT. Unread parts are replaced by constants. */
export function listed(
  columns: readonly StoredSpanColumn[],
  unread: readonly SpanPart[] = [],
): string {
  const isUnread = (name: string) => unread.some((part) => part === name);
  return columns.map((name) => (isUnread(name) && emptyParts[name]) || `\`${name}\``).join(', ');
}
