import { type Column, type ColumnType, fixedBytes, presentMarks } from './column.js';
import { contextColumns } from './context-columns.js';
import { numberColumns } from './number-columns.js';
import { originColumns } from './origin-columns.js';
import { spanColumns } from './span-columns.js';
import { insertColumns } from './store-columns.js';
import { textColumns } from './text-columns.js';

/** The columns that are written in a single walk over the attributes of a span; see encode/attributes-encoder.ts. */
const attributeColumns = [
  // All attributes except `ag.type` and `ag.metrics`; see decode/stored-texts.ts.
  { name: 'attributes', type: 'String' },
  // The dotted paths of the scalar leaves by type, each followed by a NUL. Long lists are left out (docs/adr/060).
  { name: 'string_keys', type: 'LowCardinality(String)', since: 3, isHidden: true },
  { name: 'number_keys', type: 'LowCardinality(String)', since: 3, isHidden: true },
  { name: 'bool_keys', type: 'LowCardinality(String)', since: 3, isHidden: true },
  // The numbers of the paths in `number_keys`, in the same order.
  { name: 'number_values', type: 'Array(Float64)', since: 3, isHidden: true },
  // A hash of path and value for each leaf (see encode/pair-hash.ts). An additional 0 means that leaves are left out.
  { name: 'attribute_hashes', type: 'Array(UInt32)', since: 3, isHidden: true },
  // The maps of rows of versions 1 and 2. They contain each leaf by its path; long texts are cut.
  {
    name: 'string_attributes',
    type: 'Map(LowCardinality(String), String)',
    until: 2,
    isHidden: true,
  },
  {
    name: 'number_attributes',
    type: 'Map(LowCardinality(String), Float64)',
    until: 2,
    isHidden: true,
  },
  {
    name: 'bool_attributes',
    type: 'Map(LowCardinality(String), Bool)',
    until: 2,
    isHidden: true,
  },
] as const satisfies readonly Column<ColumnType>[];

/** The concatenation of the members that most reads only return; see encode/packed-encoder.ts. */
const packedColumn = { name: 'packed', type: 'String', since: 3 } as const;

/**
 * The columns of the rows of all versions, in byte order. Encoder, decoder, INSERT lists, filters and sums are derived
 * from this table. A new column may be inserted at any position after `present`.
 */
export const rowColumns = [
  ...contextColumns,
  ...spanColumns,
  ...textColumns,
  ...numberColumns,
  ...originColumns,
  packedColumn,
  ...attributeColumns,
] as const;

/** The first row version that has `packed`. Earlier rows have a column for each of its members. */
const FIRST_PACKED_VERSION = 3;

/** Returns whether rows of a version have the column. */
export function isInVersion({ since = 1, until, isPacked }: Column, version: number): boolean {
  const last = isPacked ? FIRST_PACKED_VERSION - 1 : (until ?? version);
  return since <= version && version <= last;
}

/** All members of the rows of `spans`: the columns, and the members of `packed` and `present`. */
export const storedColumns: readonly Column<string>[] = [
  ...rowColumns.filter(({ type }) => !type.startsWith('Map(')),
  ...insertColumns,
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

/** Returns the byte offset of a column in rows of a version. All columns before it MUST have a fixed size. */
export function offsetOfColumn(name: SpanColumnName, version: number): number {
  const index = rowColumns.findIndex((column) => column.name === name);
  return rowColumns
    .slice(0, index)
    .filter((column) => isInVersion(column, version))
    .reduce((offset, { type }) => offset + (fixedBytes[type] ?? Number.NaN), 0);
}

type ColumnWithBit = Extract<RowColumn, { absent: { bit: number } }>['name'];

/** The bits of the column `present`. The keys are the columns or other facts that the bits mark. */
export const presentBits = Object.fromEntries([
  ...(rowColumns as readonly Column[]).flatMap(({ name, absent }) =>
    absent !== undefined && 'bit' in absent ? [[name, 1 << absent.bit]] : [],
  ),
  ...Object.entries(presentMarks).map(([name, bit]) => [name, 1 << bit]),
]) as Readonly<Record<ColumnWithBit | keyof typeof presentMarks, number>>;

type ShownColumn = Exclude<RowColumn, { isHidden: true }>;
/** A name of a member of a stored span. */
export type StoredMember = Exclude<ShownColumn['name'], 'present' | 'packed'>;
export type StoredSpanColumn = Exclude<ShownColumn, { isPacked: true } | { until: number }>['name'];

/** The columns that a read of spans selects, in this order. */
export const storedSpanColumns = (rowColumns as readonly Column[])
  .filter((column) => !column.isHidden && !column.isPacked && column.until === undefined)
  .map(({ name }) => name as StoredSpanColumn);

/** The members of the column `packed` in their order: first members of a fixed size, then texts. */
export const packedColumns: readonly (Column & { readonly name: SpanColumnName })[] = (
  rowColumns as readonly RowColumn[]
).filter((column: Column) => column.isPacked);

/** The names of the texts in the column `packed`, in their order. */
export const packedTexts = packedColumns
  .filter(({ type }) => type === 'String')
  .map(({ name }) => name);

interface TraceSum {
  /** The name of the sum and of its column in the trace index. */
  readonly name: string;
  /** The column of `spans` with the values that the sum adds up. */
  readonly added: string;
  /** The column of the root span whose value replaces a sum of 0. */
  readonly submitted: string;
}

/** The sums of a trace. */
export const traceSums: readonly TraceSum[] = storedColumns.flatMap(
  ({ name: added, sum: name }) => {
    const submitted = storedColumns.find(({ submittedSum }) => submittedSum === name)?.name;
    return name === undefined || submitted === undefined ? [] : [{ name, added, submitted }];
  },
);
