import type { JsonValue } from '../../json/json.js';
import { parseSpanId, parseTraceId, parseUuid } from '../../span/identifiers.js';
import { spanKinds, spanTypes, statusCodes, traceTypes } from '../../span/span-enums.js';
import { isAbsent, isPresent, negateIf } from '../expressions.js';
import { takesOperator, unsupportedOperator } from '../fields.js';
import type {
  FilterEnumField,
  FilterExpression,
  FilterField,
  FilterIdField,
  FilterListField,
  FilterUserField,
} from '../filter.js';
import { isOperatorOf } from '../operators.js';
import { FilterRefusal, invalidId, notAList, notASingleValue, shownValue } from '../refusal.js';
import type { Condition } from '../structure.js';
import { isOneOf } from './membership.js';

/**
 * Checks a condition on an id. Both families take a scalar or a list: `is` with a list tests
 * membership, `in` with a scalar tests equality. Throws FilterRefusal.
 */
export function checkIdCondition(condition: Condition, field: FilterIdField): FilterExpression {
  const value = condition.value ?? null;
  const entries = Array.isArray(value) ? value : [value];
  if (field !== 'parent_id' && (value === null || entries.includes(null))) {
    throw new FilterRefusal(`'${field}' is required and thus never null.`);
  }
  if (!takesOperator('Id', condition.operator)) {
    throw unsupportedOperator('Id', field);
  }
  const parseId = field === 'trace_id' ? parseTraceId : parseSpanId;
  const parse = (entry: JsonValue): string => parseId(entry) ?? refuse(invalidId(field, entry));
  const { all } = condition.options;
  return negateIf(isNegative(condition), isOneOf({ field, entries, all, parse }));
}

const enumValues: Readonly<Record<FilterEnumField, readonly string[]>> = {
  trace_type: traceTypes,
  span_type: spanTypes,
  span_kind: spanKinds,
  status_code: statusCodes,
};

/** Checks a condition on an enumeration. Throws FilterRefusal. */
export function checkEnumCondition(condition: Condition, field: FilterEnumField): FilterExpression {
  if (!takesOperator('Enum', condition.operator)) {
    throw unsupportedOperator('Enum', field);
  }
  const parse = (entry: JsonValue): string =>
    enumValues[field].find((known) => known === entry) ??
    refuse(new FilterRefusal(`Unsupported condition value: '${shownValue(entry)}'`));
  const entries = entriesOf(condition);
  const { all } = condition.options;
  return negateIf(isNegative(condition), isOneOf({ field, entries, all, parse }));
}

/** Checks a condition on a user id. Throws FilterRefusal. */
export function checkUserCondition(condition: Condition, field: FilterUserField): FilterExpression {
  if (!takesOperator('User', condition.operator)) {
    throw unsupportedOperator('User', field);
  }
  if (isOperatorOf('existence', condition.operator)) {
    return condition.operator === 'exists' ? isPresent(field) : isAbsent(field);
  }
  if (isOperatorOf('list', condition.operator) && (condition.value ?? null) === null) {
    throw new FilterRefusal(`'${field}' value is required and thus never null for list operators.`);
  }
  const parse = (entry: JsonValue): string => parseUuid(entry) ?? refuse(invalidId(field, entry));
  const entries = entriesOf(condition);
  const { all } = condition.options;
  return negateIf(isNegative(condition), isOneOf({ field, entries, all, parse }));
}

/** Returns the operand as a list: one entry for a comparison, all entries for a list operator. Throws FilterRefusal. */
export function entriesOf({ field, operator, value = null }: Condition): readonly JsonValue[] {
  if (isOperatorOf('list', operator)) {
    return Array.isArray(value) ? value : refuse(notAList(field));
  }
  return Array.isArray(value) ? refuse(notASingleValue(field)) : [value];
}

/**
 * Checks `exists` and `not_exists`. Throws FilterRefusal, which names the field `named`, for a
 * condition with a value.
 */
export function checkExistence(
  condition: Condition,
  field: FilterField | FilterListField,
  named: string,
): FilterExpression {
  if ((condition.value ?? null) !== null) {
    throw new FilterRefusal(`'${named}' value is not supported for existence operators.`);
  }
  return isNegative(condition) ? isAbsent(field) : isPresent(field);
}

/** Reports whether an operator is the negation of another one of its family. */
export function isNegative({ operator }: Condition): boolean {
  return operator === 'is_not' || operator === 'not_in' || operator === 'not_exists';
}

/** Throws a refusal where an expression is needed: `parse(value) ?? refuse(…)`. */
export function refuse(refusal: FilterRefusal): never {
  throw refusal;
}
