import { type Column, type ColumnType, fixedBytes, presentMarks } from './column.js';
import { contextColumns } from './context-columns.js';
import { numberColumns } from './number-columns.js';
import { originColumns } from './origin-columns.js';
import { spanColumns } from './span-columns.js';
import { computedColumns, insertColumns } from './store-columns.js';
import { textColumns } from './text-columns.js';

/** The columns that one walk over the attributes of a span writes: see encode/attributes-encoder.ts. */
const attributeColumns = [
  // All attributes except `ag.type` and `ag.metrics`; see decode/stored-texts.ts.
  { name: 'attributes', type: 'String' },
  // Scalar leaves by their dotted path. Long texts are cut, and long lists are left out (docs/adr/065).
  { name: 'string_attributes', type: 'Map(LowCardinality(String), String)', isHidden: true },
  { name: 'number_attributes', type: 'Map(LowCardinality(String), Float64)', isHidden: true },
  { name: 'bool_attributes', type: 'Map(LowCardinality(String), Bool)', isHidden: true },
] as const satisfies readonly Column<ColumnType>[];

/**
 * The columns of a row, in the order of its bytes. Encoder, decoder, INSERT lists, filters and sums
 * are derived from this table. A new column may be inserted anywhere after `present`.
 */
export const rowColumns = [
  ...contextColumns,
  ...spanColumns,
  ...textColumns,
  ...numberColumns,
  ...originColumns,
  ...attributeColumns,
] as const;

/** All columns of the table `spans`. */
export const storedColumns: readonly Column<string>[] = [
  ...rowColumns,
  ...insertColumns,
  ...computedColumns,
];

export type RowColumn = (typeof rowColumns)[number];
export type SpanColumnName = RowColumn['name'];
export type SpanColumnType<Name extends SpanColumnName> = Extract<
  RowColumn,
  { name: Name }
>['type'];

const typesByName = new Map<string, ColumnType>(rowColumns.map(({ name, type }) => [name, type]));

/** Returns the type of a column by its name. */
export function typeOfColumn(name: SpanColumnName): ColumnType {
  return typesByName.get(name) ?? 'String';
}

/** Returns the position of a column, which is the same in every row: only columns of a fixed size may precede it. */
export function offsetOfColumn(name: SpanColumnName): number {
  const index = rowColumns.findIndex((column) => column.name === name);
  return rowColumns
    .slice(0, index)
    .reduce((offset, { type }) => offset + (fixedBytes[type] ?? Number.NaN), 0);
}

type ColumnWithBit = Extract<RowColumn, { absent: { bit: number } }>['name'];

/** The bits of the column `present`, by the name of the column or of the other fact that they mark. */
export const presentBits = Object.fromEntries([
  ...(rowColumns as readonly Column[]).flatMap(({ name, absent }) =>
    absent !== undefined && 'bit' in absent ? [[name, 1 << absent.bit]] : [],
  ),
  ...Object.entries(presentMarks).map(([name, bit]) => [name, 1 << bit]),
]) as Readonly<Record<ColumnWithBit | keyof typeof presentMarks, number>>;

type ReadColumn = Exclude<RowColumn, { isHidden: true }>;
export type StoredSpanColumn = ReadColumn['name'];

/** The columns that a read of spans selects, in this order. */
export const storedSpanColumns = rowColumns
  .filter((column): column is ReadColumn => !('isHidden' in column))
  .map(({ name }) => name);

/** The columns that most spans leave unset, by their bits in `trace_index.rarely_set`. */
export const rarelySetColumns = (rowColumns as readonly Column[])
  .filter((column) => column.rarelySet !== undefined)
  .toSorted((left, right) => (left.rarelySet?.bit ?? 0) - (right.rarelySet?.bit ?? 0))
  .map(({ name }) => name as RarelySetColumn);

type RarelySetColumn = Extract<RowColumn, { rarelySet: object }>['name'];

interface TraceSum {
  /** The name of the sum and of its column in the trace index. */
  readonly name: string;
  /** The column of `spans` whose values add up to the sum. */
  readonly added: string;
  /** The column of the root that replaces a sum of 0. */
  readonly submitted: string;
}

/** The sums of a trace. */
export const traceSums: readonly TraceSum[] = storedColumns.flatMap(
  ({ name: added, sum: name }) => {
    const submitted = storedColumns.find(({ submittedSum }) => submittedSum === name)?.name;
    return name === undefined || submitted === undefined ? [] : [{ name, added, submitted }];
  },
);

/** The columns that lists of actors group by. */
export const groupColumns = Object.fromEntries(
  storedColumns.flatMap(({ name, groupBy }) => (groupBy === undefined ? [] : [[groupBy, name]])),
) as Readonly<Record<NonNullable<Column['groupBy']>, string>>;
