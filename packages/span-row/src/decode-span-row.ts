import { READ_VALUE, skipValue } from './column-values.js';
import { type DecodedRow, decodeBeginning, decodeColumns } from './decode-columns.js';
import { columnsOfVersion } from './row-layout.js';
import { RowReader } from './row-reader.js';
import {
  STORED_SPAN_COLUMNS,
  type StoredSpan,
  type StoredSpanColumn,
  toStoredSpan,
  unsetValues,
} from './stored-span.js';

type StoredRow = DecodedRow<StoredSpanColumn>;

const READ_COLUMNS: ReadonlySet<string> = new Set(STORED_SPAN_COLUMNS);

/**
 * Rows of a `SELECT <columns> FROM spans … FORMAT RowBinary`, where no row has anything but an unset
 * value in a column that is left out. Throws RowDecodeError.
 */
export function decodeStoredSpans(
  bytes: Uint8Array,
  columns: readonly StoredSpanColumn[] = STORED_SPAN_COLUMNS,
): StoredSpan[] {
  return decodeColumns(columns, bytes).map((row) =>
    toStoredSpan({ ...unsetValues(row.received_at), ...row }),
  );
}

/** Those rows that are complete in a beginning of such an answer: whoever reads no further. */
export function decodeFirstStoredSpans(bytes: Uint8Array): StoredSpan[] {
  return decodeBeginning(STORED_SPAN_COLUMNS, bytes).map(toStoredSpan);
}

/** Rows as SpanRowEncoder wrote them. Throws RowDecodeError or UnknownRowVersionError. */
export function decodeSpanRows(bytes: Uint8Array, version: number): StoredSpan[] {
  const columns = columnsOfVersion(version);
  const reader = new RowReader(bytes);
  const spans: StoredSpan[] = [];
  while (!reader.isAtEnd) {
    const row: Record<string, unknown> = {};
    for (const { name, type } of columns) {
      if (READ_COLUMNS.has(name)) {
        row[name] = READ_VALUE[type](reader);
      } else {
        skipValue(reader, type);
      }
    }
    spans.push(toStoredSpan(row as StoredRow));
  }
  return spans;
}

/**
 * Where each row ends, without building anything. Throws RowDecodeError or UnknownRowVersionError.
 */
export function splitRows(bytes: Uint8Array, version: number): number[] {
  const columns = columnsOfVersion(version);
  const reader = new RowReader(bytes);
  const ends: number[] = [];
  while (!reader.isAtEnd) {
    for (const { type } of columns) {
      skipValue(reader, type);
    }
    ends.push(reader.position);
  }
  return ends;
}
