import type { ColumnType } from '../columns/column.js';
import { type SpanColumnName, type SpanColumnType, typeOfColumn } from '../columns/column-table.js';
import { type ColumnValues, valueReaders } from './column-values.js';
import { RowReader } from './row-reader.js';

/**
 * A row of the table. Absent members have the zero value of their type. The bits of `present` distinguish them from
 * members that were sent with this value.
 */
export type DecodedRow<
  Name extends SpanColumnName,
  Computed extends ComputedColumns = Record<never, never>,
> = {
  [Column in Name]: ColumnValues[SpanColumnType<Column>];
} & { [Column in keyof Computed]: ColumnValues[Computed[Column]] };

type ComputedColumns = { readonly [name: string]: ColumnType };

/**
 * Decodes the result of `SELECT <names>, <computed> FROM spans … FORMAT RowBinary`. `computed` maps the names of
 * computed values to their types. Throws RowDecodeError if the bytes are not a whole number of rows.
 */
export function decodeColumns<Name extends SpanColumnName, Computed extends ComputedColumns>(
  names: readonly Name[],
  bytes: Uint8Array,
  computed = {} as Computed,
): DecodedRow<Name, Computed>[] {
  const columns = [
    ...names.map((name) => ({ name, read: valueReaders[typeOfColumn(name)].read })),
    ...Object.entries(computed).map(([name, type]) => ({ name, read: valueReaders[type].read })),
  ];
  const reader = new RowReader(bytes);
  const rows: DecodedRow<Name, Computed>[] = [];
  while (columns.length > 0 && !reader.isAtEnd) {
    const row: Record<string, unknown> = {};
    for (const { name, read } of columns) {
      row[name] = read(reader);
    }
    rows.push(row as DecodedRow<Name, Computed>);
  }
  return rows;
}
