import type { JsonValue } from '../../json/json.js';
import { formatTimestamp, parseTimestamp } from '../../time/timestamp.js';
import { compares, isBetween } from '../expressions.js';
import { requireOperator } from '../fields.js';
import type { FilterExpression, FilterTimeField } from '../filter.js';
import { isOperatorOf, type OperatorOf } from '../operators.js';
import { FilterRefusal, refuseValue, shownValue } from '../refusal.js';
import type { Condition } from '../structure.js';
import { checkMembership } from './membership.js';
import { toTextMatch } from './text-conditions.js';

/** Checks a condition on a time field. Throws FilterRefusal if it is invalid. */
export function checkTimeCondition(condition: Condition, field: FilterTimeField): FilterExpression {
  const { operator, value = null } = condition;
  requireOperator('Time', operator, field);
  if (isOperatorOf('comparison', operator) || isOperatorOf('list', operator)) {
    return checkMembership(condition, { field, parse: (entry) => parseTime(entry, field) });
  }
  if (isOperatorOf('numeric', operator)) {
    return checkOrder(field, value, operator);
  }
  if (typeof value !== 'string') {
    throw new FilterRefusal(`'${field}' only supports string operators with string values.`);
  }
  return { ...toTextMatch(toTimeText(value), operator, condition.options), field };
}

/** Formats a time for string operators: `YYYY-MM-DD HH:MM:SS[.fraction]+00`, in UTC. */
export function formatFilterTime(timeNs: bigint): string {
  return formatTimestamp(timeNs)
    .replace('T', ' ')
    .replace(/(?:(\.\d*[1-9])0*|\.0*)?Z$/, '$1+00');
}

function checkOrder(
  field: FilterTimeField,
  value: JsonValue,
  operator: OperatorOf<'numeric'>,
): FilterExpression {
  if (operator !== 'btwn') {
    return typeof value === 'object' || typeof value === 'boolean'
      ? refuseValue(field, 'numeric')
      : compares(field, operator, parseTime(value, field));
  }
  const [lowest = null, highest = null, ...rest] = Array.isArray(value) ? value : [];
  return lowest === null || highest === null || rest.length > 0
    ? refuseValue(field, 'btwn')
    : isBetween(field, parseTime(lowest, field), parseTime(highest, field));
}

function parseTime(value: JsonValue, field: FilterTimeField): bigint {
  return parseTimestamp(value) ?? refuseTime(value, field);
}

/** Matches an integer epoch time whose number of digits does not determine its unit. */
const ambiguous = /^-?(?!(?:\d{10}|\d{13}|\d{16}|\d{19})$)\d+$/;

function refuseTime(value: JsonValue, field: string): never {
  const text = shownValue(value);
  throw new FilterRefusal(
    typeof value !== 'object' && ambiguous.test(text)
      ? `Timestamp ${text} is ambiguous.`
      : `'${field}' value '${text}' is not a valid timestamp.`,
  );
}

/**
 * Converts an operand to the format of `formatFilterTime`. Clients may write a `T` after the date and a `Z` at the end.
 */
function toTimeText(operand: string): string {
  return operand.replace(/(?<=[\d_%])T/g, ' ').replace(/Z$/, '+00');
}
