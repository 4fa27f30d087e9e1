import { packedColumns, type StoredSpan } from '@spanhouse/span-row';
import type { SpanPart } from '../span-parts.js';

const emptyByType: Readonly<Record<string, unknown>> = {
  UUID: '00000000-0000-0000-0000-000000000000',
  UInt32: 0,
  "DateTime64(9, 'UTC')": 0n,
};

const emptyPacked = Object.fromEntries([
  ...packedColumns.map(({ name, type, absent }) => [
    name,
    absent === undefined ? (emptyByType[type] ?? '') : undefined,
  ]),
]) as Partial<StoredSpan>;

/** Returns a span without its unread parts. */
export function withoutParts(span: StoredSpan, unread: readonly SpanPart[] = []): StoredSpan {
  return {
    ...span,
    ...(unread.includes('attributes') && { attributes: '' }),
    ...(unread.includes('packed') && emptyPacked),
  };
}
