import type { JsonObject, JsonValue } from './json.js';

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

/** Objects that are filtered by path. */
export const FILTER_ATTRIBUTE_FIELDS = [
  'attributes',
  'resource.attributes',
  'scope.attributes',
] as const;
/** Lists of entries; an empty one is absent. */
export const FILTER_LIST_FIELDS = ['references', 'links', 'events', 'hashes'] as const;

export type FilterAttributeField = (typeof FILTER_ATTRIBUTE_FIELDS)[number];
export type FilterListField = (typeof FILTER_LIST_FIELDS)[number];
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
  readonly field: FilterField | FilterListField;
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

export interface TextMatch {
  readonly kind: 'text';
  /** `like` matches the whole text: `%` any characters, `_` one character, `\` makes the next one literal. */
  readonly match: 'equals' | 'starts_with' | 'ends_with' | 'contains' | 'like';
  /** Lower-cased unless `isCaseSensitive`: then only the span's text is still to be lower-cased. */
  readonly operand: string;
  readonly isCaseSensitive: boolean;
}

/**
 * Looks at the text of `field`: a time as `YYYY-MM-DD HH:MM:SS[.fraction]+00` (fraction without
 * trailing zeros). False when absent.
 */
export interface TextTest extends TextMatch {
  readonly field: FilterTextField | FilterTimeField;
}

/** Looks at one JSON value. Numbers are equal by value, and never equal to texts. */
export type JsonTest =
  | { readonly kind: 'exists' }
  /** Objects hold all members of `value`, lists all its elements in any order; scalars are equal. */
  | { readonly kind: 'contains'; readonly value: JsonValue }
  /** A scalar equals one (every one) of the values; a list has an element that contains it. */
  | { readonly kind: 'one_of' | 'all_of'; readonly values: readonly JsonValue[] }
  /** A number with a number; a text, or a number's JSON text, with a text in code point order. */
  | {
      readonly kind: 'compare';
      readonly comparison: FilterComparison | 'eq';
      readonly operand: number | bigint | string;
    }
  /** The text itself, of other values but null the compact JSON with sorted keys. */
  | TextMatch;

/**
 * Tests the value at `key`, a dotted path; for resource and scope it begins with a literal name.
 * False when the path leads nowhere.
 */
export interface AttributeTest {
  readonly kind: 'attribute';
  readonly field: FilterAttributeField;
  readonly key: string;
  readonly test: JsonTest;
}

export type FilterEntryMember = 'id' | 'slug' | 'version' | 'trace_id' | 'span_id' | 'name';

/** Some entry of the list has, in each of the members, one of the values, and contains `attributes`. */
export interface EntryTest {
  readonly kind: 'entry';
  readonly field: FilterListField;
  readonly members: readonly {
    readonly name: FilterEntryMember;
    readonly values: readonly string[];
  }[];
  readonly attributes: JsonObject | undefined;
}

/** The attributes of some entry contain `value` at `key`, a dotted path. */
export interface EntryAttributeTest {
  readonly kind: 'entry_attribute';
  readonly field: FilterListField;
  readonly key: string;
  readonly value: JsonValue;
}

/** The words stand side by side in one text of the attributes of the span or of one of its events. */
export interface ContentTest {
  readonly kind: 'content';
  /** Lower-case, at least one. */
  readonly words: readonly string[];
}

export type FilterTest =
  | AbsentTest
  | EqualsAnyTest
  | CompareTest
  | TextTest
  | AttributeTest
  | EntryTest
  | EntryAttributeTest
  | ContentTest;

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
