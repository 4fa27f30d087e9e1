import { type ColumnValues, READ_VALUE } from './column-values.js';
import { RowDecodeError } from './row-decode-error.js';
import { type SpanColumnName, type SpanColumnType, typeOfColumn } from './row-layout.js';
import { RowReader } from './row-reader.js';

/** A row as it stands in the table: absent members are `''`, 0 or zeros, `present` tells which. */
export type DecodedRow<Name extends SpanColumnName> = {
  [Column in Name]: ColumnValues[SpanColumnType<Column>];
};

/**
 * Rows of a `SELECT <names> FROM spans … FORMAT RowBinary`. Throws RowDecodeError when the bytes
 * are not exactly a number of such rows.
 */
export function decodeColumns<Name extends SpanColumnName>(
  names: readonly Name[],
  bytes: Uint8Array,
): DecodedRow<Name>[] {
  const rows: DecodedRow<Name>[] = [];
  readRows(names, bytes, rows);
  return rows;
}

/** Those rows that are complete in a beginning of such an answer. */
export function decodeBeginning<Name extends SpanColumnName>(
  names: readonly Name[],
  bytes: Uint8Array,
): DecodedRow<Name>[] {
  const rows: DecodedRow<Name>[] = [];
  try {
    readRows(names, bytes, rows);
  } catch (error) {
    if (!(error instanceof RowDecodeError)) {
      throw error;
    }
  }
  return rows;
}

function readRows<Name extends SpanColumnName>(
  names: readonly Name[],
  bytes: Uint8Array,
  rows: DecodedRow<Name>[],
): void {
  const columns = names.map((name) => ({ name, read: READ_VALUE[typeOfColumn(name)] }));
  const reader = new RowReader(bytes);
  while (columns.length > 0 && !reader.isAtEnd) {
    const row: Record<string, unknown> = {};
    for (const { name, read } of columns) {
      row[name] = read(reader);
    }
    rows.push(row as DecodedRow<Name>);
  }
}
