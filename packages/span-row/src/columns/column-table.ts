import { type Column, type ColumnType, fixedBytes, presentMarks } from './column.js';
import { contextColumns } from './context-columns.js';
import { numberColumns } from './number-columns.js';
import { originColumns } from './origin-columns.js';
import { spanColumns } from './span-columns.js';
import { insertColumns } from './store-columns.js';
import { textColumns } from './text-columns.js';

/**
 * The columns that the encoder writes together in a single walk over a span's attributes; see
 * encode/attributes-encoder.ts.
 */
const attributeColumns = [
  // All attributes except `ag.type` and `ag.metrics`; see decode/stored-texts.ts.
  { name: 'attributes', type: 'String' },
  // The dotted paths of the scalar leaves, each followed by a NUL. There is one such column per type. Long lists are
  // omitted (docs/adr/060).
  { name: 'string_keys', type: 'LowCardinality(String)', since: 3, isHidden: true },
  { name: 'number_keys', type: 'LowCardinality(String)', since: 3, isHidden: true },
  { name: 'bool_keys', type: 'LowCardinality(String)', since: 3, isHidden: true },
  // The numbers at the paths in `number_keys`, in the same order.
  { name: 'number_values', type: 'Array(Float64)', since: 3, isHidden: true },
  // One hash of path and value per leaf (see encode/pair-hash.ts). An additional 0 means that some leaves are omitted.
  { name: 'attribute_hashes', type: 'Array(UInt32)', since: 3, isHidden: true },
  // The maps in rows of versions 1 and 2. They map each leaf's path to its value; long strings are truncated.
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

/**
 * The concatenated values of members that most queries return but do not filter or sum; see encode/packed-encoder.ts.
 */
const packedColumn = { name: 'packed', type: 'String', since: 3 } as const;

/**
 * The columns of all row versions, in byte order. The encoder, the decoder, INSERT lists, filters and sums are derived
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

/** The first row version with `packed`. Earlier versions have a separate column for each of its members. */
const FIRST_PACKED_VERSION = 3;

/** Returns whether rows of a version have the column. */
export function isInVersion({ since = 1, until, isPacked }: Column, version: number): boolean {
  const last = isPacked ? FIRST_PACKED_VERSION - 1 : (until ?? version);
  return since <= version && version <= last;
}

/** Every member that is stored in `spans`: the columns, and the members inside `packed` and `present`. */
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

export function typeOfColumn(name: SpanColumnName): ColumnType {
  return typesByName.get(name) ?? 'String';
}

/** Returns the byte offset of a column in rows of a version. All preceding columns MUST have a fixed size. */
export function offsetOfColumn(name: SpanColumnName, version: number): number {
  const index = rowColumns.findIndex((column) => column.name === name);
  return rowColumns
    .slice(0, index)
    .filter((column) => isInVersion(column, version))
    .reduce((offset, { type }) => offset + (fixedBytes[type] ?? Number.NaN), 0);
}

type ColumnWithBit = Extract<RowColumn, { absent: { bit: number } }>['name'];

/** The bits of the column `present`. A key is the name of the column or fact that its bit marks. */
export const presentBits = Object.fromEntries([
  ...(rowColumns as readonly Column[]).flatMap(({ name, absent }) =>
    absent !== undefined && 'bit' in absent ? [[name, 1 << absent.bit]] : [],
  ),
  ...Object.entries(presentMarks).map(([name, bit]) => [name, 1 << bit]),
]) as Readonly<Record<ColumnWithBit | keyof typeof presentMarks, number>>;

type ShownColumn = Exclude<RowColumn, { isHidden: true }>;
/** Name of a member of a stored span. */
export type StoredMember = Exclude<ShownColumn['name'], 'present' | 'packed'>;
export type StoredSpanColumn = Exclude<ShownColumn, { isPacked: true } | { until: number }>['name'];

/** The columns that a query for spans selects, in order. */
export const storedSpanColumns = (rowColumns as readonly Column[])
  .filter((column) => !column.isHidden && !column.isPacked && column.until === undefined)
  .map(({ name }) => name as StoredSpanColumn);

/** The members of the column `packed`, in order: first the members of a fixed size, then the strings. */
export const packedColumns: readonly (Column & { readonly name: SpanColumnName })[] = (
  rowColumns as readonly RowColumn[]
).filter((column: Column) => column.isPacked);

/** The names of the strings in the column `packed`, in order. */
export const packedTexts = packedColumns
  .filter(({ type }) => type === 'String')
  .map(({ name }) => name);

interface TraceSum {
  /** The name of the sum and of its column in the trace index. */
  readonly name: string;
  /** The column of `spans` whose values the sum adds up. */
  readonly added: string;
  /** The column whose value on the root span is used instead of a sum of 0. */
  readonly submitted: string;
}

/** The sums that are kept for each trace. */
export const traceSums: readonly TraceSum[] = storedColumns.flatMap(
  ({ name: added, sum: name }) => {
    const submitted = storedColumns.find(({ submittedSum }) => submittedSum === name)?.name;
    return name === undefined || submitted === undefined ? [] : [{ name, added, submitted }];
  },
);
