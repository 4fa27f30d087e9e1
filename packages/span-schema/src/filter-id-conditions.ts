import type {
  FilterEnumField,
  FilterExpression,
  FilterIdField,
  FilterUserField,
} from './filter.js';
import { isAbsent, isPresent, negateIf } from './filter-expressions.js';
import { isOneOf } from './filter-membership.js';
import { isOperatorOf } from './filter-operators.js';
import {
  FilterRefusal,
  invalidId,
  notAList,
  notASingleValue,
  shownValue,
} from './filter-refusal.js';
import type { Condition } from './filter-structure.js';
import { parseSpanId, parseTraceId, parseUuid } from './identifiers.js';
import type { JsonValue } from './json.js';
import { SPAN_KINDS, SPAN_TYPES, STATUS_CODES, TRACE_TYPES } from './span-enums.js';

/** Either family takes a scalar or a list: `is` + list is membership, `in` + scalar equality. */
export function checkIdCondition(condition: Condition, field: FilterIdField): FilterExpression {
  const value = condition.value ?? null;
  const entries = Array.isArray(value) ? value : [value];
  if (field !== 'parent_id' && (value === null || entries.includes(null))) {
    throw new FilterRefusal(`'${field}' is required and thus never null.`);
  }
  if (!hasComparisonOrList(condition)) {
    throw new FilterRefusal(`'${field}' only supports comparison and list operators.`);
  }
  const parseId = field === 'trace_id' ? parseTraceId : parseSpanId;
  const parse = (entry: JsonValue): string => parseId(entry) ?? refuse(invalidId(field, entry));
  const { all } = condition.options;
  return negateIf(isNegative(condition), isOneOf({ field, entries, all, parse }));
}

const ENUM_VALUES: Readonly<Record<FilterEnumField, readonly string[]>> = {
  trace_type: TRACE_TYPES,
  span_type: SPAN_TYPES,
  span_kind: SPAN_KINDS,
  status_code: STATUS_CODES,
};

export function checkEnumCondition(condition: Condition, field: FilterEnumField): FilterExpression {
  if (!hasComparisonOrList(condition)) {
    throw new FilterRefusal(`'${field}' only supports comparison and list operators.`);
  }
  const parse = (entry: JsonValue): string =>
    ENUM_VALUES[field].find((known) => known === entry) ??
    refuse(new FilterRefusal(`Unsupported condition value: '${shownValue(entry)}'`));
  const entries = entriesOf(condition);
  const { all } = condition.options;
  return negateIf(isNegative(condition), isOneOf({ field, entries, all, parse }));
}

export function checkUserCondition(condition: Condition, field: FilterUserField): FilterExpression {
  if (isOperatorOf('existence', condition.operator)) {
    return condition.operator === 'exists' ? isPresent(field) : isAbsent(field);
  }
  if (!hasComparisonOrList(condition)) {
    throw new FilterRefusal(`'${field}' only supports comparison, list, and existence operators.`);
  }
  if (isOperatorOf('list', condition.operator) && (condition.value ?? null) === null) {
    throw new FilterRefusal(`'${field}' value is required and thus never null for list operators.`);
  }
  const parse = (entry: JsonValue): string => parseUuid(entry) ?? refuse(invalidId(field, entry));
  const entries = entriesOf(condition);
  const { all } = condition.options;
  return negateIf(isNegative(condition), isOneOf({ field, entries, all, parse }));
}

/** One entry for a comparison, the list for a list operator. */
export function entriesOf({ field, operator, value = null }: Condition): readonly JsonValue[] {
  if (isOperatorOf('list', operator)) {
    return Array.isArray(value) ? value : refuse(notAList(field));
  }
  return Array.isArray(value) ? refuse(notASingleValue(field)) : [value];
}

export function isNegative({ operator }: Condition): boolean {
  return operator === 'is_not' || operator === 'not_in' || operator === 'not_exists';
}

export function hasComparisonOrList({ operator }: Condition): boolean {
  return isOperatorOf('comparison', operator) || isOperatorOf('list', operator);
}

export function refuse(refusal: FilterRefusal): never {
  throw refusal;
}
