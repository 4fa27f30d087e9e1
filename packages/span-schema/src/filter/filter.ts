import type { JsonObject, JsonValue } from '../json/json.js';

/** Fields whose value is an id in lower-case hex. Only `parent_id` can be absent, namely on root spans. */
export const filterIdFields = ['trace_id', 'span_id', 'parent_id'] as const;
/** Fields whose value is the name of an enumeration member. They are never absent. */
export const filterEnumFields = ['trace_type', 'span_type', 'span_kind', 'status_code'] as const;
/** Fields whose value is a string. All of them except `span_name` can be absent; an absent value differs from `''`. */
export const filterTextFields = [
  'span_name',
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
  'service_name',
  'service_version',
  'scope_name',
  'scope_version',
  'trace_state',
] as const;
/**
 * Fields whose value is a time in nanoseconds since the Unix epoch. `updated_at` can be absent. `deleted_at` is always
 * absent, because deleted spans are never found.
 */
export const filterTimeFields = [
  'start_time',
  'end_time',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;
/**
 * Fields whose value is a user's UUID in lower case with dashes. `updated_by_id` can be absent, and `deleted_by_id` is
 * always absent.
 */
export const filterUserFields = ['created_by_id', 'updated_by_id', 'deleted_by_id'] as const;

/** Fields whose value is an object. A condition on such a field needs a `key`, which is a dotted path. */
export const filterAttributeFields = [
  'attributes',
  'resource.attributes',
  'scope.attributes',
] as const;
/** Fields whose value is a list of entries. An empty list is treated as absent. */
export const filterListFields = ['references', 'links', 'events', 'hashes'] as const;

export type FilterAttributeField = (typeof filterAttributeFields)[number];
export type FilterListField = (typeof filterListFields)[number];
export type FilterIdField = (typeof filterIdFields)[number];
export type FilterEnumField = (typeof filterEnumFields)[number];
export type FilterTextField = (typeof filterTextFields)[number];
export type FilterTimeField = (typeof filterTimeFields)[number];
export type FilterUserField = (typeof filterUserFields)[number];
/** A field with a single value. Each of these fields is stored in a separate column. */
export type FilterField =
  | FilterIdField
  | FilterEnumField
  | FilterTextField
  | FilterTimeField
  | FilterUserField;

/** Tests that `field` has no value. */
export interface AbsentTest {
  readonly kind: 'absent';
  readonly field: FilterField | FilterListField;
}

interface EqualsAny<Field, Value> {
  readonly kind: 'equals_any';
  readonly field: Field;
  readonly values: readonly Value[];
}

/** Tests that `field` has one of the values. The test is false if the field is absent or the list is empty. */
export type EqualsAnyTest =
  | EqualsAny<Exclude<FilterField, FilterTimeField>, string>
  | EqualsAny<FilterTimeField, bigint>;

/** The comparison operators of tests. `eq`, `neq` and `btwn` are converted to other tests. */
export type FilterComparison = 'gt' | 'gte' | 'lt' | 'lte';

interface Compare<Field, Operand> {
  readonly kind: 'compare';
  readonly field: Field;
  readonly comparison: FilterComparison;
  readonly operand: Operand;
}

/**
 * Tests that `field <comparison> operand` holds. Strings are ordered by Unicode code point. The test is false if the
 * field is absent.
 */
export type CompareTest = Compare<FilterTextField, string> | Compare<FilterTimeField, bigint>;

/** Compares a string with an operand. */
export interface TextMatch {
  readonly kind: 'text';
  /**
   * The kind of comparison. `like` compares the whole string with a pattern: `%` matches any characters, `_` matches
   * one character, and `\` makes the next character literal.
   */
  readonly match: 'equals' | 'starts_with' | 'ends_with' | 'contains' | 'like';
  /**
   * The operand. For a case-insensitive comparison, the operand is already in lower case, so that only the span's
   * string has to be converted.
   */
  readonly operand: string;
  readonly isCaseSensitive: boolean;
}

/**
 * Compares the value of `field` as a string. A time has the form `YYYY-MM-DD HH:MM:SS[.fraction]+00`, and its fraction
 * has no trailing zeros. The test is false if the field is absent.
 */
export interface TextTest extends TextMatch {
  readonly field: FilterTextField | FilterTimeField;
}

/** Tests one JSON value. Numbers are compared by value and never equal strings. */
export type JsonTest =
  /** Tests that a value exists at the path. The value can be null. */
  | { readonly kind: 'exists' }
  /**
   * Tests that an object has all members of `value`, that a list has all elements of `value` in any order, or that a
   * scalar equals `value`.
   */
  | { readonly kind: 'contains'; readonly value: JsonValue }
  /**
   * Tests that a scalar equals one of the values (`one_of`) or all of them (`all_of`). A list satisfies a value if one
   * of the list's elements contains the value.
   */
  | { readonly kind: 'one_of' | 'all_of'; readonly values: readonly JsonValue[] }
  /**
   * Compares a numeric operand with stored numbers. Compares a string operand with stored strings and with the JSON
   * notation of stored numbers, by code point.
   */
  | {
      readonly kind: 'compare';
      readonly comparison: FilterComparison | 'eq';
      readonly operand: number | bigint | string;
    }
  /** Matches a stored string as it is, and other values except null as compact JSON with sorted keys. */
  | TextMatch;

/**
 * Tests the value at `key`, a dotted path. In resource and scope attributes, the longest name that matches literally
 * has priority. The test is false if there is no value at the path.
 */
export interface AttributeTest {
  readonly kind: 'attribute';
  readonly field: FilterAttributeField;
  readonly key: string;
  readonly test: JsonTest;
}

/** A member by which the entries of a list can be searched. */
export type FilterEntryMember = 'id' | 'slug' | 'version' | 'trace_id' | 'span_id' | 'name';

/**
 * Tests that one entry of the list satisfies all conditions: each of the given members has one of its listed values,
 * and the entry's attributes contain `attributes`.
 */
export interface EntryTest {
  readonly kind: 'entry';
  readonly field: FilterListField;
  readonly members: readonly {
    readonly name: FilterEntryMember;
    readonly values: readonly string[];
  }[];
  readonly attributes: JsonObject | undefined;
}

/** Tests that the attributes of an entry contain `value` at `key`, a dotted path. */
export interface EntryAttributeTest {
  readonly kind: 'entry_attribute';
  readonly field: FilterListField;
  readonly key: string;
  readonly value: JsonValue;
}

/** Tests whether the words are adjacent in a single string of the span's attributes or of an event's attributes. */
export interface ContentTest {
  readonly kind: 'content';
  /** At least one word, in lower case. */
  readonly words: readonly string[];
}

/** One test on a span. A store MUST evaluate every test to true or false, never to unknown. */
export type FilterTest =
  | AbsentTest
  | EqualsAnyTest
  | CompareTest
  | TextTest
  | AttributeTest
  | EntryTest
  | EntryAttributeTest
  | ContentTest;

/** Combines one or more operands. */
interface FilterGroup {
  readonly kind: 'and' | 'or';
  readonly operands: readonly FilterExpression[];
}

/** Inverts its operand. */
interface FilterNegation {
  readonly kind: 'not';
  readonly operand: FilterExpression;
}

/**
 * A checked filter: the form to which all conditions of a request are converted. It is two-valued: a test is true or
 * false, never unknown, and `not` inverts the result. "is not x" becomes `not(equals_any [x])`, so an absent value
 * matches. "neq x" becomes `and(not absent, not(equals_any [x]))`. The expression is at most twice as deep as the
 * filter in the request, plus a few levels. See docs/api/filtering.md.
 */
export type FilterExpression = FilterGroup | FilterNegation | FilterTest;
