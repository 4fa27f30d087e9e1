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
 * The possible types of a row's columns. Nullable is not one of them, because it costs a byte per value. Enum is not
 * one of them, because ClickHouse accepts an undefined Enum value in RowBinary and then fails every later read.
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

/** The size of a RowBinary value, for each type of fixed size. */
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

/** The declaration of a column, without the function that computes its value. */
export interface Column<Type extends string = ColumnType> {
  readonly name: string;
  readonly type: Type;
  /** First row version with the column; default 1. */
  readonly since?: number;
  /** Last row version with the column; the default is the current version. */
  readonly until?: number;
  /**
   * True if the member is inside the column `packed` and has no separate column. SQL statements extract the member from
   * `packed`.
   */
  readonly isPacked?: true;
  /** True if lists and look-ups do not read the column. `StoredSpan` has no member for such a column. */
  readonly isHidden?: true;
  /** The rule that decides whether the value is absent. Without a rule, the column always has a value. */
  readonly absent?: Absence;
  /** The filter field, or the path below `attributes`, whose value this column holds. */
  readonly filter?: FilterField | FilterListField | `ag.${string}`;
  /** The trace sum to which this column's values are added. */
  readonly sum?: string;
  /**
   * Name of a trace sum. If no span of the trace adds to the sum, the root span's value in this column is used instead
   * of the sum.
   */
  readonly submittedSum?: string;
  /** The kind of actor that this column identifies. A list of such actors has one entry per value of the column. */
  readonly groupBy?: 'session' | 'user';
}

export type Absence =
  /** The value is absent if this bit of `present` is not set. Bits never change their meaning. */
  | { readonly bit: number }
  /** The value is absent if it is the zero value of its type: `''`, zeros, or the epoch. */
  | { readonly value: 'zero' }
  /**
   * The value is absent if it is empty and the JSON column has no string at the path. This rule is used because older
   * rows have no bit for the column.
   */
  | { readonly noTextIn: string; readonly path: readonly string[] }
  /** The value is absent if the named column is absent. The named column precedes this column. */
  | { readonly with: string };

/** Bits of `present` that do not belong to a column. */
export const presentMarks = {
  /** The span has an event named `exception`. */
  exception_event: 20,
  /** The keys and hashes omit some leaves of the attributes; only the JSON in `attributes` is complete. */
  attributes_cut: 21,
  /** The span's usage was mapped from a convention. Rows from earlier writers never have this bit. */
  mapped_usage: 22,
  /** `ag.type.span` was sent, so responses contain it. Rows before version 3 have a column instead of this bit. */
  has_type_span: 23,
  /**
   * The span was sent without `cumulative` numbers, so `submitted_cumulative` is empty. Rows from earlier writers may
   * lack this bit.
   */
  nothing_submitted: 26,
} as const;

/** Returns the bit of `present` that marks the column's value, as a number; 0 if the column has no bit. */
export function presentBitOf({ absent }: Pick<Column, 'absent'>): number {
  return absent !== undefined && 'bit' in absent ? 1 << absent.bit : 0;
}

/** The structure of the JSON in a String column. The JSON is stored in the form that queries return. */
type JsonEncoding = 'json' | 'json_list' | 'events';

/**
 * A column that is computed from a `Source`. `undefined` is written as the zero value of the type. A Float64 column
 * accepts any JSON value and treats a value that is not a number as absent.
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

/** The facts that the rows of one request share. Times are nanoseconds since the Unix epoch. */
export interface RowContext {
  /** UUID, lower-case and dashed. */
  project_id: string;
  /**
   * Time of receipt, strictly increasing within a process. Of two writes of the same span, the later one has the higher
   * value.
   */
  received_at: bigint;
  /** UUID of the user whose key sent the request. */
  created_by_id: string;
  /** Number of days; 0 means forever. */
  retention_days: number;
  /** Set if the row is an edit of a stored span. Such a row keeps the `created_by_id` of the stored span. */
  edit?: RowEdit;
}

interface RowEdit {
  created_at: bigint;
  /** UUID of the user who changed the span at `received_at`. */
  updated_by_id: string;
}
