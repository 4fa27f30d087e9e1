import type { ColumnType } from '../columns/column.js';
import { type SpanColumnName, type SpanColumnType, typeOfColumn } from '../columns/column-table.js';
import { type ColumnValues, readValue } from './column-values.js';
import { RowReader } from './row-reader.js';

/**
 * A row of the table. Absent members are `''`, 0 or zeros. The bits of `present` distinguish absent members from
 * members that have such a value.
 */
export type DecodedRow<Name extends SpanColumnName> = {
  [Column in Name]: ColumnValues[SpanColumnType<Column>];
};

/**
 * Decodes the rows of a `SELECT <names> FROM spans … FORMAT RowBinary`. Throws RowDecodeError if the bytes are not a
 * whole number of rows.
 */
export function decodeColumns<Name extends SpanColumnName>(
  names: readonly Name[],
  bytes: Uint8Array,
): DecodedRow<Name>[] {
  return decodeTypedColumns(names, {}, bytes);
}

/** Decodes rows whose columns are followed by additional values. Name and type of each additional value are given. */
export function decodeTypedColumns<Name extends SpanColumnName>(
  names: readonly Name[],
  computed: Readonly<Record<string, ColumnType>>,
  bytes: Uint8Array,
): DecodedRow<Name>[] {
  const columns = [
    ...names.map((name) => ({ name, read: readValue[typeOfColumn(name)] })),
    ...Object.entries(computed).map(([name, type]) => ({ name, read: readValue[type] })),
  ];
  const reader = new RowReader(bytes);
  const rows: DecodedRow<Name>[] = [];
  while (columns.length > 0 && !reader.isAtEnd) {
    const row: Record<string, unknown> = {};
    for (const { name, read } of columns) {
      row[name] = read(reader);
    }
    rows.push(row as DecodedRow<Name>);
  }
  return rows;
}
