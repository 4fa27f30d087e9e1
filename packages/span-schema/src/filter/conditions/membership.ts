import type { JsonValue } from '../../json/json.js';
import { anyOf, equalsAny, isAbsent, negateIf, type ValueOf } from '../expressions.js';
import type { FilterExpression, FilterField } from '../filter.js';
import { isOperatorOf } from '../operators.js';
import { FilterRefusal, refuseValue } from '../refusal.js';
import type { Condition } from '../structure.js';

/**
 * Maximum number of entries in a list. An SQL statement can still bind this number of entries, and longer lists are of
 * no practical use.
 */
export const MAX_ENTRIES = 10_000;

/** A field, and the function that parses the operand of a condition on it. */
interface Membership<Field extends FilterField> {
  readonly field: Field;
  /** The entries of the operand. By default, the operator determines whether the operand is a scalar or a list. */
  readonly entries?: readonly JsonValue[];
  /**
   * Parses one entry; throws FilterRefusal for an invalid entry. Never receives null, because null means an absent
   * value.
   */
  readonly parse: (entry: JsonValue) => ValueOf<Field>;
}

/**
 * Checks `is`, `in` and their negations. The field must have one of the values or, with the option `all`, equal all of
 * them. An empty list matches nothing, and null matches an absent field. Throws FilterRefusal if the condition is
 * invalid.
 */
export function checkMembership<Field extends FilterField>(
  condition: Condition,
  { field, entries = entriesOf(condition), parse }: Membership<Field>,
): FilterExpression {
  if (entries.length > MAX_ENTRIES) {
    throw new FilterRefusal(`'${field}' value has more than ${MAX_ENTRIES} entries.`);
  }
  const hasNull = entries.includes(null);
  const values = [...new Set(entries.filter((entry) => entry !== null).map(parse))];
  const isNever = condition.options.all && values.length + Number(hasNull) > 1;
  const equal = equalsAny<Field>(field, isNever ? [] : values);
  if (!hasNull || isNever) {
    return negateIf(isNegative(condition), equal);
  }
  const absent = isAbsent(field);
  return negateIf(isNegative(condition), values.length === 0 ? absent : anyOf([absent, equal]));
}

/** Returns the operand as a list. A comparison has exactly one entry; a list operator has any number of entries. */
function entriesOf({ field, operator, value = null }: Condition): readonly JsonValue[] {
  if (isOperatorOf('list', operator)) {
    return Array.isArray(value) ? value : refuseValue(field, 'list');
  }
  return Array.isArray(value) ? refuseValue(field, 'comparison') : [value];
}

/** Returns whether an operator is the negation of another operator. */
export function isNegative({ operator }: Condition): boolean {
  return operator === 'is_not' || operator === 'not_in' || operator === 'not_exists';
}
