import type { JsonValue } from '../../json/json.js';
import { parseSpanId, parseTraceId, parseUuid } from '../../span/identifiers.js';
import { spanKinds, spanTypes, statusCodes, traceTypes } from '../../span/span-enums.js';
import { isAbsent, isPresent } from '../expressions.js';
import { requireOperator } from '../fields.js';
import type {
  FilterEnumField,
  FilterExpression,
  FilterField,
  FilterIdField,
  FilterListField,
  FilterUserField,
} from '../filter.js';
import { isOperatorOf } from '../operators.js';
import { FilterRefusal, refuseId, shownValue } from '../refusal.js';
import type { Condition } from '../structure.js';
import { checkMembership, isNegative } from './membership.js';

/**
 * Checks a condition on an id. Every operator accepts a scalar or a list: `is` with a list tests membership, and `in`
 * with a scalar tests equality. Throws FilterRefusal if the condition is invalid.
 */
export function checkIdCondition(condition: Condition, field: FilterIdField): FilterExpression {
  const { operator, value = null } = condition;
  const entries = Array.isArray(value) ? value : [value];
  if (field !== 'parent_id' && entries.includes(null)) {
    throw new FilterRefusal(`'${field}' is required and thus never null.`);
  }
  requireOperator('Id', operator, field);
  const parseId = field === 'trace_id' ? parseTraceId : parseSpanId;
  const parse = (entry: JsonValue): string => parseId(entry) ?? refuseId(field, entry);
  return checkMembership(condition, { field, entries, parse });
}

const enumValues: Readonly<Record<FilterEnumField, readonly string[]>> = {
  trace_type: traceTypes,
  span_type: spanTypes,
  span_kind: spanKinds,
  status_code: statusCodes,
};

/** Checks a condition on an enumeration. Throws FilterRefusal if it is invalid. */
export function checkEnumCondition(condition: Condition, field: FilterEnumField): FilterExpression {
  requireOperator('Enum', condition.operator, field);
  const parse = (entry: JsonValue): string => {
    const known = enumValues[field].find((name) => name === entry);
    if (known === undefined) {
      throw new FilterRefusal(`Unsupported condition value: '${shownValue(entry)}'`);
    }
    return known;
  };
  return checkMembership(condition, { field, parse });
}

/** Checks a condition on a user id. Throws FilterRefusal if it is invalid. */
export function checkUserCondition(condition: Condition, field: FilterUserField): FilterExpression {
  const { operator, value = null } = condition;
  requireOperator('User', operator, field);
  if (isOperatorOf('existence', operator)) {
    return operator === 'exists' ? isPresent(field) : isAbsent(field);
  }
  if (isOperatorOf('list', operator) && value === null) {
    throw new FilterRefusal(`'${field}' value is required and thus never null for list operators.`);
  }
  const parse = (entry: JsonValue): string => parseUuid(entry) ?? refuseId(field, entry);
  return checkMembership(condition, { field, parse });
}

/**
 * Checks a condition with `exists` or `not_exists`. Throws FilterRefusal if the condition has a value; `named` is the
 * field name in the message.
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
