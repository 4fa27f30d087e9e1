import type { JsonObject, JsonValue } from '../json/json.js';

/** Fields whose value is an id in lower-case hex. Only `parent_id` can be absent, on root spans. */
export const filterIdFields = ['trace_id', 'span_id', 'parent_id'] as const;
/** Fields whose value is a name of an enumeration. They are never absent. */
export const filterEnumFields = ['trace_type', 'span_type', 'span_kind', 'status_code'] as const;
/**
 * Fields whose value is a text. All of them except `span_name` can be absent; an absent text differs from the empty
 * text.
 */
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
 * Fields whose value is a user's UUID, in lower case with dashes. `updated_by_id` can be absent, and `deleted_by_id` is
 * always absent.
 */
export const filterUserFields = ['created_by_id', 'updated_by_id', 'deleted_by_id'] as const;

/** Fields whose value is an object. A condition on one of them needs a `key`, which is a dotted path. */
export const filterAttributeFields = [
  'attributes',
  'resource.attributes',
  'scope.attributes',
] as const;
/** Fields whose value is a list of entries. An empty list counts as absent. */
export const filterListFields = ['references', 'links', 'events', 'hashes'] as const;

export type FilterAttributeField = (typeof filterAttributeFields)[number];
export type FilterListField = (typeof filterListFields)[number];
export type FilterIdField = (typeof filterIdFields)[number];
export type FilterEnumField = (typeof filterEnumFields)[number];
export type FilterTextField = (typeof filterTextFields)[number];
export type FilterTimeField = (typeof filterTimeFields)[number];
export type FilterUserField = (typeof filterUserFields)[number];
/** A field with a single value. Each of these fields has a separate column in the store. */
export type FilterField =
  | FilterIdField
  | FilterEnumField
  | FilterTextField
  | FilterTimeField
  | FilterUserField;

/** Is true if `field` has no value. */
export interface AbsentTest {
  readonly kind: 'absent';
  readonly field: FilterField | FilterListField;
}

interface EqualsAny<Field, Value> {
  readonly kind: 'equals_any';
  readonly field: Field;
  readonly values: readonly Value[];
}

/** Is true if `field` has one of the values. Is false if it is absent or the list is empty. */
export type EqualsAnyTest =
  | EqualsAny<Exclude<FilterField, FilterTimeField>, string>
  | EqualsAny<FilterTimeField, bigint>;

/** The comparisons of tests. `eq`, `neq` and `btwn` are reduced to other tests. */
export type FilterComparison = 'gt' | 'gte' | 'lt' | 'lte';

interface Compare<Field, Operand> {
  readonly kind: 'compare';
  readonly field: Field;
  readonly comparison: FilterComparison;
  readonly operand: Operand;
}

/**
 * Is true if `field <comparison> operand` is true. Texts are ordered by Unicode code point. Is false if the field is
 * absent.
 */
export type CompareTest = Compare<FilterTextField, string> | Compare<FilterTimeField, bigint>;

/** Compares one text with an operand. */
export interface TextMatch {
  readonly kind: 'text';
  /**
   * The kind of comparison. `like` compares the whole text with a pattern: `%` matches any characters, `_` matches one
   * character, and `\` makes the next character literal.
   */
  readonly match: 'equals' | 'starts_with' | 'ends_with' | 'contains' | 'like';
  /**
   * The operand. If `isCaseSensitive` is false, it is in lower case, so that only the span's text has to be converted.
   */
  readonly operand: string;
  readonly isCaseSensitive: boolean;
}

/**
 * Compares the text of `field`. The text of a time is `YYYY-MM-DD HH:MM:SS[.fraction]+00`, and its fraction has no
 * trailing zeros. Is false if the field is absent.
 */
export interface TextTest extends TextMatch {
  readonly field: FilterTextField | FilterTimeField;
}

/** Tests one JSON value. Numbers are compared by value and never equal texts. */
export type JsonTest =
  /** Is true if the path leads to a value, which can be null. */
  | { readonly kind: 'exists' }
  /**
   * Is true if an object has all members of `value`, if a list has all its elements in any order, or if scalars are
   * equal.
   */
  | { readonly kind: 'contains'; readonly value: JsonValue }
  /**
   * Is true if a scalar equals one of the values (`one_of`) or all of them (`all_of`). For a list, an element must
   * contain the value.
   */
  | { readonly kind: 'one_of' | 'all_of'; readonly values: readonly JsonValue[] }
  /**
   * Compares a numeric operand with stored numbers. Compares a text with stored texts and with the JSON text of stored
   * numbers, in code point order.
   */
  | {
      readonly kind: 'compare';
      readonly comparison: FilterComparison | 'eq';
      readonly operand: number | bigint | string;
    }
  /** Matches a stored text itself. For other values except null, matches their compact JSON with sorted keys. */
  | TextMatch;

/**
 * Tests the value at `key`, a dotted path. In resource and scope attributes, the longest name that matches literally
 * has priority. Is false if there is no value at the path.
 */
export interface AttributeTest {
  readonly kind: 'attribute';
  readonly field: FilterAttributeField;
  readonly key: string;
  readonly test: JsonTest;
}

/** A member that entries of a list can be searched by. */
export type FilterEntryMember = 'id' | 'slug' | 'version' | 'trace_id' | 'span_id' | 'name';

/**
 * Is true if one entry of the list satisfies all conditions: each of the members has one of the listed values, and its
 * attributes contain `attributes`.
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

/** Is true if the attributes of an entry contain `value` at `key`, a dotted path. */
export interface EntryAttributeTest {
  readonly kind: 'entry_attribute';
  readonly field: FilterListField;
  readonly key: string;
  readonly value: JsonValue;
}

/** Is true if the words are adjacent in one text. The text is in the attributes of the span or of one of its events. */
export interface ContentTest {
  readonly kind: 'content';
  /** At least one word; all words are in lower case. */
  readonly words: readonly string[];
}

/** One test of a span. A store MUST evaluate each test to true or false, never to unknown. */
export type FilterTest =
  | AbsentTest
  | EqualsAnyTest
  | CompareTest
  | TextTest
  | AttributeTest
  | EntryTest
  | EntryAttributeTest
  | ContentTest;

/** Combines at least one operand. */
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
 * A checked filter. All conditions of a request are reduced to it. It is two-valued: a test is true or false, never
 * unknown, and `not` inverts it. "is not x" is `not(equals_any [x])`, so an absent value matches. "neq x" is `and(not
 * absent, not(equals_any [x]))`. The expression is at most twice as deep as the filter of the request, plus a few
 * levels. See docs/api/filtering.md.
 */
export type FilterExpression = FilterGroup | FilterNegation | FilterTest;
