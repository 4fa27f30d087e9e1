import { type StoredSpanColumn, storedSpanColumns, typeOfColumn } from '../columns/column-table.js';
import { type ColumnDefinition, columnsOfVersion } from '../columns/row-schema-version.js';
import { valueReaders } from './column-values.js';
import { RowDecodeError, RowReader } from './row-reader.js';
import { type StoredSpan, StoredSpanReader } from './stored-span.js';

/** Decodes the result of `SELECT <storedSpanColumns> FROM spans … FORMAT RowBinary`. Throws RowDecodeError. */
export function decodeStoredSpans(bytes: Uint8Array): StoredSpan[] {
  const spans: StoredSpan[] = [];
  readSpans(bytes, storedSpanColumns.map(typed), spans);
  return spans;
}

/** Decodes the complete rows at the beginning of a response that may be truncated. */
export function decodeFirstStoredSpans(bytes: Uint8Array): StoredSpan[] {
  const spans: StoredSpan[] = [];
  try {
    readSpans(bytes, storedSpanColumns.map(typed), spans);
  } catch (error) {
    if (!(error instanceof RowDecodeError)) {
      throw error;
    }
  }
  return spans;
}

/** Decodes rows that SpanRowEncoder has written. Throws RowDecodeError or UnknownRowVersionError. */
export function decodeSpanRows(bytes: Uint8Array, version: number): StoredSpan[] {
  const spans: StoredSpan[] = [];
  readSpans(bytes, columnsOfVersion(version), spans);
  return spans;
}

/** Finds the end of each row without building spans. Throws RowDecodeError or UnknownRowVersionError. */
export function splitRows(bytes: Uint8Array, version: number): number[] {
  const columns = columnsOfVersion(version);
  const reader = new RowReader(bytes);
  const ends: number[] = [];
  while (!reader.isAtEnd) {
    for (const { type } of columns) {
      valueReaders[type].skip(reader);
    }
    ends.push(reader.position);
  }
  return ends;
}

function typed(name: StoredSpanColumn): ColumnDefinition {
  return { name, type: typeOfColumn(name) };
}

function readSpans(
  bytes: Uint8Array,
  columns: readonly ColumnDefinition[],
  spans: StoredSpan[],
): void {
  const spanReader = new StoredSpanReader(columns);
  const reader = new RowReader(bytes);
  while (!reader.isAtEnd) {
    spans.push(spanReader.read(reader));
  }
}
