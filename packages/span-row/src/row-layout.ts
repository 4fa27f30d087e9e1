import { FIXED_BYTES } from './column-values.js';
import { ROW_SCHEMA_VERSION, UnknownRowVersionError } from './row-schema-version.js';
import {
  ATTRIBUTE_COLUMNS,
  CONTEXT_COLUMNS,
  type ColumnType,
  NUMBER_COLUMNS,
  ORIGIN_COLUMNS,
  SPAN_COLUMNS,
} from './span-columns.js';

type AnyColumn =
  | (typeof CONTEXT_COLUMNS)[number]
  | (typeof SPAN_COLUMNS)[number]
  | (typeof NUMBER_COLUMNS)[number]
  | (typeof ORIGIN_COLUMNS)[number]
  | (typeof ATTRIBUTE_COLUMNS)[number];

export type SpanColumnName = AnyColumn['name'];

export type SpanColumnType<Name extends SpanColumnName> =
  Name extends (typeof NUMBER_COLUMNS)[number]['name']
    ? 'Float64'
    : Extract<AnyColumn, { name: Name }>['type'];

export interface ColumnDefinition {
  readonly name: SpanColumnName;
  readonly type: ColumnType;
}

const CURRENT: readonly ColumnDefinition[] = [
  ...CONTEXT_COLUMNS,
  ...SPAN_COLUMNS,
  ...NUMBER_COLUMNS,
  ...ORIGIN_COLUMNS,
  ...ATTRIBUTE_COLUMNS,
].map(({ name, type }) => ({ name, type }));

const TYPES = new Map(CURRENT.map(({ name, type }) => [name, type]));

/**
 * The columns of a row in the order of its bytes: what an INSERT of rows of this version lists.
 * Throws UnknownRowVersionError.
 */
export function columnsOfVersion(version: number): readonly ColumnDefinition[] {
  if (version !== ROW_SCHEMA_VERSION) {
    throw new UnknownRowVersionError(version);
  }
  return CURRENT;
}

/** Where a column begins in every row: only columns of fixed size may lie before it. */
export function offsetOfColumn(name: SpanColumnName): number {
  let offset = 0;
  for (const column of CURRENT) {
    if (column.name === name) {
      return offset;
    }
    offset += FIXED_BYTES[column.type] ?? Number.NaN;
  }
  return Number.NaN;
}

export function typeOfColumn(name: SpanColumnName): ColumnType {
  return TYPES.get(name) ?? 'String';
}
