/** Lower-case hex; `parent_id` may be absent. */
export const FILTER_ID_FIELDS = ['trace_id', 'span_id', 'parent_id'] as const;
/** Never absent. */
export const FILTER_ENUM_FIELDS = ['trace_type', 'span_type', 'span_kind', 'status_code'] as const;
/** All but `span_name` may be absent, which differs from the empty text. */
export const FILTER_TEXT_FIELDS = [
  'span_name',
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
  'service_name',
  'scope_name',
  'scope_version',
  'trace_state',
] as const;
/** Nanoseconds since the Unix epoch; `updated_at` may be absent, `deleted_at` always is. */
export const FILTER_TIME_FIELDS = [
  'start_time',
  'end_time',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;
/** UUIDs, lower-case and dashed; `updated_by_id` may be absent, `deleted_by_id` always is. */
export const FILTER_USER_FIELDS = ['created_by_id', 'updated_by_id', 'deleted_by_id'] as const;

export type FilterIdField = (typeof FILTER_ID_FIELDS)[number];
export type FilterEnumField = (typeof FILTER_ENUM_FIELDS)[number];
export type FilterTextField = (typeof FILTER_TEXT_FIELDS)[number];
export type FilterTimeField = (typeof FILTER_TIME_FIELDS)[number];
export type FilterUserField = (typeof FILTER_USER_FIELDS)[number];
export type FilterField =
  | FilterIdField
  | FilterEnumField
  | FilterTextField
  | FilterTimeField
  | FilterUserField;

/** `field` has no value. */
export interface AbsentTest {
  readonly kind: 'absent';
  readonly field: FilterField;
}

interface EqualsAny<Field, Value> {
  readonly kind: 'equals_any';
  readonly field: Field;
  readonly values: readonly Value[];
}

/** `field` has one of the values. False when it is absent, and for an empty list. */
export type EqualsAnyTest =
  | EqualsAny<Exclude<FilterField, FilterTimeField>, string>
  | EqualsAny<FilterTimeField, bigint>;

export type FilterComparison = 'gt' | 'gte' | 'lt' | 'lte';

interface Compare<Field, Operand> {
  readonly kind: 'compare';
  readonly field: Field;
  readonly comparison: FilterComparison;
  readonly operand: Operand;
}

/** `field <comparison> operand`, texts in Unicode code point order. False when absent. */
export type CompareTest = Compare<FilterTextField, string> | Compare<FilterTimeField, bigint>;

/**
 * Looks at the text of `field`: a time as `YYYY-MM-DD HH:MM:SS[.fraction]+00` (fraction without
 * trailing zeros). False when absent.
 */
export interface TextTest {
  readonly kind: 'text';
  readonly field: FilterTextField | FilterTimeField;
  /** `like` matches the whole text: `%` any characters, `_` one character, `\` makes the next one literal. */
  readonly match: 'equals' | 'starts_with' | 'ends_with' | 'contains' | 'like';
  /** Lower-cased unless `isCaseSensitive`: then only the span's text is still to be lower-cased. */
  readonly operand: string;
  readonly isCaseSensitive: boolean;
}

export type FilterTest = AbsentTest | EqualsAnyTest | CompareTest | TextTest;

/** Never empty. */
export interface FilterGroup {
  readonly kind: 'and' | 'or';
  readonly operands: readonly FilterExpression[];
}

export interface FilterNegation {
  readonly kind: 'not';
  readonly operand: FilterExpression;
}

/**
 * A checked filter: what every condition of a request comes down to.
 *
 * Two-valued: a test is true or false, never unknown, and `not` inverts it. So "is not x" is
 * `not(equals_any [x])`, which an absent member satisfies, and "neq x" is
 * `and(not absent, not(equals_any [x]))`. Its depth is bounded: twice that of a request, and a few levels.
 */
export type FilterExpression = FilterGroup | FilterNegation | FilterTest;
