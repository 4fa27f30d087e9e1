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

/**
 * The types that a column of a row may have. Nullable is missing because it costs a byte per value. Enum is missing
 * because ClickHouse accepts an undefined Enum value in RowBinary and then fails every later read.
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

/** The size of a value in RowBinary, for each type of a fixed size. */
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
  /** First row version that has the column; default 1. */
  readonly since?: number;
  /** Last row version that has the column; default is the current version. */
  readonly until?: number;
  /** True if the member is a part of the column `packed`, which saves a column. Statements extract it from there. */
  readonly isPacked?: true;
  /** True if lists and look-ups do not read the column. `StoredSpan` lacks such columns. */
  readonly isHidden?: true;
  /** The rule that determines if the value is absent. A column without a rule always has a value. */
  readonly absent?: Absence;
  /** The field of the filter language, or the path below `attributes`, whose value is in this column. */
  readonly filter?: FilterField | FilterListField | `ag.${string}`;
  /** The sum of the trace index to which this column is added. */
  readonly sum?: string;
  /** The sum for which this column of the root is a fallback, used if no span of the trace adds to the sum. */
  readonly submittedSum?: string;
  /** The kind of actors that this column identifies. A list of such actors has one entry for each value. */
  readonly groupBy?: 'session' | 'user';
}

export type Absence =
  /** The value is absent if `present` lacks this bit. Bits never change their meaning. */
  | { readonly bit: number }
  /** The value is absent if it is the zero of its type: an empty text, zeros, or the epoch. */
  | { readonly value: 'zero' }
  /** The value is absent if it is empty and the JSON column has no text at the path. Older rows have no bit for it. */
  | { readonly noTextIn: string; readonly path: readonly string[] }
  /** The value is absent if the named column, which precedes this column, is absent. */
  | { readonly with: string };

/** Bits of `present` that do not belong to a column. */
export const presentMarks = {
  /** The span has an event named `exception`. */
  exception_event: 20,
  /** The keys and hashes lack some leaves of the attributes; only the text `attributes` is complete. */
  attributes_cut: 21,
  /** The usage of the span was mapped from a convention. Earlier rows never have this bit. */
  mapped_usage: 22,
  /** `ag.type.span` was sent and is therefore shown. Rows before version 3 have a column instead of this bit. */
  has_type_span: 23,
  /**
   * The span was sent without `cumulative` numbers, so `submitted_cumulative` is empty. Earlier rows may lack this bit.
   */
  nothing_submitted: 26,
} as const;

/** Returns the bit of `present` that marks a value of the column, as a number. Returns 0 if the column has no bit. */
export function presentBitOf({ absent }: Pick<Column, 'absent'>): number {
  return absent !== undefined && 'bit' in absent ? 1 << absent.bit : 0;
}

/** The form of a text column that contains JSON instead of a plain string. The JSON has the form that reads return. */
type JsonEncoding = 'json' | 'json_list' | 'events';

/**
 * A column that is computed from a value of `Source`. `undefined` is written as the zero of the type. A Float64 column
 * accepts any JSON value; a value that is not a number counts as absent.
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

/** The facts that all spans with the same resource and scope share. */
export interface RowOrigin {
  readonly resource: SpanResource | undefined;
  readonly scope: InstrumentationScope | undefined;
}

export type ContextColumn = ColumnFrom<RowContext>;
export type SpanColumn = ColumnFrom<CanonicalSpan>;
export type OriginColumn = ColumnFrom<RowOrigin>;

/** The facts of a row that all spans of a request share. Times are nanoseconds since the Unix epoch. */
export interface RowContext {
  /** UUID, lower-case and dashed. */
  project_id: string;
  /** Strictly increasing within a process. It decides which of two writes of a span is later. */
  received_at: bigint;
  /** UUID of the user whose key sent the request. */
  created_by_id: string;
  /** 0 = forever. */
  retention_days: number;
  /** Set if the row is an edit of a stored span, whose `created_by_id` it keeps. */
  edit?: RowEdit;
}

interface RowEdit {
  created_at: bigint;
  /** UUID of the user who changed the span at `received_at`. */
  updated_by_id: string;
}
