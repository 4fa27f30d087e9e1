import type {
  CanonicalSpan,
  FilterField,
  FilterListField,
  InstrumentationScope,
  JsonObject,
  JsonValue,
  SpanEvent,
  SpanResource,
} from '@spanhouse/span-schema';
import type { RowContext } from './row-context.js';

/**
 * The types that a column of a row may have. There is no Nullable, which costs a byte per value, and
 * no Enum: ClickHouse accepts an undefined Enum value in RowBinary and then fails every later read.
 */
export type ColumnType =
  | 'UUID'
  | 'FixedString(16)'
  | 'FixedString(8)'
  | 'Bool'
  | 'UInt16'
  | 'UInt32'
  | 'Float64'
  | "DateTime64(9, 'UTC')"
  | 'String'
  | 'LowCardinality(String)'
  | 'Array(Float64)'
  | 'Array(UInt32)'
  | 'Map(LowCardinality(String), String)'
  | 'Map(LowCardinality(String), Float64)'
  | 'Map(LowCardinality(String), Bool)';

/** The size of a value in RowBinary, for types of a fixed size. */
export const fixedBytes: { readonly [Type in ColumnType]?: number } = {
  UUID: 16,
  'FixedString(16)': 16,
  'FixedString(8)': 8,
  Bool: 1,
  UInt16: 2,
  UInt32: 4,
  Float64: 8,
  "DateTime64(9, 'UTC')": 8,
};

/** The declaration of a column without the source of its value. */
export interface Column<Type extends string = ColumnType> {
  readonly name: string;
  readonly type: Type;
  /** First row version that has the column; 1 by default. */
  readonly since?: number;
  /** Last row version that has the column; the current one by default. */
  readonly until?: number;
  /** The member is a part of the column `packed` of a row, which spares a column. Statements cut it out. */
  readonly isPacked?: true;
  /** Lists and look-ups do not read the column, and `StoredSpan` lacks it. */
  readonly isHidden?: true;
  /** Determines whether the value is absent. A column without this member always has a value. */
  readonly absent?: Absence;
  /** The field of the filter language, or the path below `attributes`, whose values the column has. */
  readonly filter?: FilterField | FilterListField | `ag.${string}`;
  /** The sum of the trace index that this column adds to. */
  readonly sum?: string;
  /** The sum that falls back to this column of the root if no span of the trace adds to it. */
  readonly submittedSum?: string;
  /** The list of actors that has one entry for each value of this column. */
  readonly groupBy?: 'session' | 'user';
}

export type Absence =
  /** The column `present` lacks this bit. Bits never change their meaning. */
  | { readonly bit: number }
  /** The value is the zero of its type: an empty text, zeros, the epoch. */
  | { readonly value: 'zero' }
  /** The value is empty and the JSON column has no text at the path: older rows have no bit for it. */
  | { readonly noTextIn: string; readonly path: readonly string[] }
  /** The named column, which precedes this one, is absent. */
  | { readonly with: string };

/** Bits of `present` that do not belong to a column. */
export const presentMarks = {
  /** The span has an event named `exception`. */
  exception_event: 20,
  /** The keys and hashes lack some leaves of the attributes; only the text `attributes` is complete. */
  attributes_cut: 21,
  /** The usage of the span was mapped from a convention. Earlier rows never have it. */
  mapped_usage: 22,
  /** `ag.type.span` was sent and is therefore shown. Rows before version 3 have a column for it. */
  has_type_span: 23,
  /** The span was sent without `cumulative` numbers, so `submitted_cumulative` is empty. Earlier rows may lack it. */
  nothing_submitted: 26,
} as const;

/** Returns the bit of `present` that marks a value of the column, as a number; 0 if the column has no bit. */
export function presentBitOf({ absent }: Pick<Column, 'absent'>): number {
  return absent !== undefined && 'bit' in absent ? 1 << absent.bit : 0;
}

/** The form of a text column that is not a plain string: JSON as reads return it. */
type JsonEncoding = 'json' | 'json_list' | 'events';

/**
 * A column that is computed from a value of `Source`. `undefined` is written as the zero of the
 * type. A Float64 accepts any JSON value and is absent unless the value is a number.
 */
export type ColumnFrom<Source> =
  | ValueColumn<Source, 'UUID' | 'FixedString(16)' | 'FixedString(8)', string>
  | ValueColumn<Source, 'String' | 'LowCardinality(String)', string>
  | ValueColumn<Source, 'Bool', boolean>
  | ValueColumn<Source, 'UInt16' | 'UInt32', number>
  | ValueColumn<Source, 'Float64', JsonValue>
  | ValueColumn<Source, "DateTime64(9, 'UTC')", bigint>
  | JsonColumn<Source, 'json', object>
  | JsonColumn<Source, 'json_list', readonly { readonly attributes?: JsonObject }[]>
  | JsonColumn<Source, 'events', readonly SpanEvent[]>;

interface ValueColumn<Source, Type extends ColumnType, Value> extends Column<Type> {
  readonly from: (source: Source) => Value | undefined;
  readonly encoding?: undefined;
}

interface JsonColumn<Source, Encoding extends JsonEncoding, Value> extends Column<'String'> {
  readonly from: (source: Source) => Value | undefined;
  readonly encoding: Encoding;
}

/** The facts that all spans of one resource and scope share. */
export interface RowOrigin {
  readonly resource: SpanResource | undefined;
  readonly scope: InstrumentationScope | undefined;
}

export type ContextColumn = ColumnFrom<RowContext>;
export type SpanColumn = ColumnFrom<CanonicalSpan>;
export type OriginColumn = ColumnFrom<RowOrigin>;
