import type { StoredSpanColumn } from '@spanhouse/span-row';
import { emptyPacked } from '../filter/packed-text.js';
import type { SpanPart } from '../span-parts.js';

/** Orders the versions of a span; the greatest one is current (docs/adr/051). */
export const version = '(received_at, log_offset, start_time)';

const emptyParts: Readonly<Record<string, string>> = { attributes: "''", packed: emptyPacked };

/** Writes columns as the list of a SELECT, with constants for unread parts. */
export function listed(
  columns: readonly StoredSpanColumn[],
  unread: readonly SpanPart[] = [],
): string {
  const isUnread = (name: string) => unread.some((part) => part === name);
  return columns.map((name) => (isUnread(name) && emptyParts[name]) || `\`${name}\``).join(', ');
}
