import type { JsonObject, JsonValue } from '../json/json.js';

/** The fields that hold an id in lower-case hex. Only `parent_id` may be absent, on a root span. */
export const filterIdFields = ['trace_id', 'span_id', 'parent_id'] as const;
/** The fields that hold a name of an enumeration. They are never absent. */
export const filterEnumFields = ['trace_type', 'span_type', 'span_kind', 'status_code'] as const;
/**
 * The fields that hold a text. All except `span_name` may be absent; an absent text differs from the
 * empty text.
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
 * The fields that hold a time in nanoseconds since the Unix epoch. `updated_at` may be absent;
 * `deleted_at` always is, because deleted spans are not found.
 */
export const filterTimeFields = [
  'start_time',
  'end_time',
  'created_at',
  'updated_at',
  'deleted_at',
] as const;
/**
 * The fields that hold a user's UUID, dashed and in lower case. `updated_by_id` may be absent;
 * `deleted_by_id` always is.
 */
export const filterUserFields = ['created_by_id', 'updated_by_id', 'deleted_by_id'] as const;

/** The fields that hold an object. A condition on one of them needs a `key`, a dotted path. */
export const filterAttributeFields = [
  'attributes',
  'resource.attributes',
  'scope.attributes',
] as const;
/** The fields that hold a list of entries. An empty list counts as absent. */
export const filterListFields = ['references', 'links', 'events', 'hashes'] as const;

export type FilterAttributeField = (typeof filterAttributeFields)[number];
export type FilterListField = (typeof filterListFields)[number];
export type FilterIdField = (typeof filterIdFields)[number];
export type FilterEnumField = (typeof filterEnumFields)[number];
export type FilterTextField = (typeof filterTextFields)[number];
export type FilterTimeField = (typeof filterTimeFields)[number];
export type FilterUserField = (typeof filterUserFields)[number];
/** A field that holds a single value. Each of them has a column of its own in the store. */
export type FilterField =
  | FilterIdField
  | FilterEnumField
  | FilterTextField
  | FilterTimeField
  | FilterUserField;

/** Is true when `field` has no value. */
export interface AbsentTest {
  readonly kind: 'absent';
  readonly field: FilterField | FilterListField;
}

interface EqualsAny<Field, Value> {
  readonly kind: 'equals_any';
  readonly field: Field;
  readonly values: readonly Value[];
}

/** Is true when `field` has one of the values. False when it is absent, and for an empty list. */
export type EqualsAnyTest =
  | EqualsAny<Exclude<FilterField, FilterTimeField>, string>
  | EqualsAny<FilterTimeField, bigint>;

/** The comparisons that a test can make. `eq`, `neq` and `btwn` are reduced to other tests. */
export type FilterComparison = 'gt' | 'gte' | 'lt' | 'lte';

interface Compare<Field, Operand> {
  readonly kind: 'compare';
  readonly field: Field;
  readonly comparison: FilterComparison;
  readonly operand: Operand;
}

/**
 * Is true when `field <comparison> operand`. Texts are ordered by Unicode code point. False when the
 * field is absent.
 */
export type CompareTest = Compare<FilterTextField, string> | Compare<FilterTimeField, bigint>;

/** Compares one text with an operand. */
export interface TextMatch {
  readonly kind: 'text';
  /**
   * `like` compares the whole text with a pattern: `%` matches any characters, `_` matches one
   * character, and `\` makes the next character literal.
   */
  readonly match: 'equals' | 'starts_with' | 'ends_with' | 'contains' | 'like';
  /** In lower case unless `isCaseSensitive`, so that only the span's text has to be lower-cased. */
  readonly operand: string;
  readonly isCaseSensitive: boolean;
}

/**
 * Compares the text of `field`. The text of a time is `YYYY-MM-DD HH:MM:SS[.fraction]+00`, where the
 * fraction has no trailing zeros. False when the field is absent.
 */
export interface TextTest extends TextMatch {
  readonly field: FilterTextField | FilterTimeField;
}

/** Tests one JSON value. Numbers are compared by value, and are never equal to texts. */
export type JsonTest =
  /** The path leads to a value, which may be null. */
  | { readonly kind: 'exists' }
  /** An object has all members of `value`, a list all its elements in any order; scalars are equal. */
  | { readonly kind: 'contains'; readonly value: JsonValue }
  /**
   * A scalar equals one of the values (`one_of`) or every one of them (`all_of`). A list has an
   * element that contains the value.
   */
  | { readonly kind: 'one_of' | 'all_of'; readonly values: readonly JsonValue[] }
  /**
   * A numeric operand is compared with stored numbers. A text is compared, in code point order, with
   * stored texts and with the JSON text of stored numbers.
   */
  | {
      readonly kind: 'compare';
      readonly comparison: FilterComparison | 'eq';
      readonly operand: number | bigint | string;
    }
  /**
   * A stored text is matched itself. Other values except null are matched by their compact JSON with
   * sorted keys.
   */
  | TextMatch;

/**
 * Tests the value at `key`, a dotted path. In resource and scope attributes, the longest name that
 * matches literally comes first. False when the path leads nowhere.
 */
export interface AttributeTest {
  readonly kind: 'attribute';
  readonly field: FilterAttributeField;
  readonly key: string;
  readonly test: JsonTest;
}

/** A member by which the entries of a list can be found. */
export type FilterEntryMember = 'id' | 'slug' | 'version' | 'trace_id' | 'span_id' | 'name';

/**
 * Is true when a single entry of the list has, in each of the members, one of the listed values, and
 * its attributes contain `attributes`.
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

/** Is true when the attributes of an entry contain `value` at `key`, a dotted path. */
export interface EntryAttributeTest {
  readonly kind: 'entry_attribute';
  readonly field: FilterListField;
  readonly key: string;
  readonly value: JsonValue;
}

/**
 * Is true when the words are adjacent in one text of the span's attributes, or of the attributes of
 * one of its events.
 */
export interface ContentTest {
  readonly kind: 'content';
  /** Lower-case, at least one. */
  readonly words: readonly string[];
}

/** One test of a span. A store MUST answer each of them with true or false, never with unknown. */
export type FilterTest =
  | AbsentTest
  | EqualsAnyTest
  | CompareTest
  | TextTest
  | AttributeTest
  | EntryTest
  | EntryAttributeTest
  | ContentTest;

/** Joins at least one operand. */
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
 * A checked filter, to which all conditions of a request are reduced. It is two-valued: a test is
 * true or false, never unknown, and `not` inverts it. So "is not x" is `not(equals_any [x])`, which
 * an absent member satisfies, and "neq x" is `and(not absent, not(equals_any [x]))`. It is at most
 * twice as deep as the filter of the request, plus a few levels. See docs/api/filtering.md.
 */
export type FilterExpression = FilterGroup | FilterNegation | FilterTest;
