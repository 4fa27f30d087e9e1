import type { JsonValue } from '../../json/json.js';
import { formatTimestamp, parseTimestamp } from '../../time/timestamp.js';
import { compares, isBetween, negateIf } from '../expressions.js';
import { takesOperator, unsupportedOperator } from '../fields.js';
import type { FilterExpression, FilterTimeField } from '../filter.js';
import { isOperatorOf, type OperatorOf } from '../operators.js';
import { FilterRefusal, notABetween, notNumeric, shownValue } from '../refusal.js';
import type { Condition } from '../structure.js';
import { entriesOf, isNegative, refuse } from './id-conditions.js';
import { isOneOf } from './membership.js';
import { toTextMatch } from './text-conditions.js';

/** Checks a condition on a time field. Throws FilterRefusal. */
export function checkTimeCondition(condition: Condition, field: FilterTimeField): FilterExpression {
  const { operator, value = null } = condition;
  const parse = (entry: JsonValue): bigint => parseTime(entry, field);
  if (!takesOperator('Time', operator)) {
    throw unsupportedOperator('Time', field);
  }
  if (isOperatorOf('comparison', operator) || isOperatorOf('list', operator)) {
    const { all } = condition.options;
    const test = isOneOf({ field, entries: entriesOf(condition), all, parse });
    return negateIf(isNegative(condition), test);
  }
  if (isOperatorOf('numeric', operator)) {
    return checkOrder({ field, value }, operator);
  }
  if (typeof value !== 'string') {
    throw new FilterRefusal(`'${field}' only supports string operators with string values.`);
  }
  return { ...toTextMatch(toTimeText(value), operator, condition.options), field };
}

/** Formats a time as string operators see it: `YYYY-MM-DD HH:MM:SS[.fraction]+00`, in UTC. */
export function formatFilterTime(timeNs: bigint): string {
  return formatTimestamp(timeNs)
    .replace('T', ' ')
    .replace(/(?:(\.\d*[1-9])0*|\.0*)?Z$/, '$1+00');
}

interface Subject {
  readonly field: FilterTimeField;
  readonly value: JsonValue;
}

function checkOrder({ field, value }: Subject, operator: OperatorOf<'numeric'>): FilterExpression {
  if (operator !== 'btwn') {
    if (typeof value === 'object' || typeof value === 'boolean') {
      throw notNumeric(field);
    }
    return compares(field, operator, parseTime(value, field));
  }
  const [lowest = null, highest = null, ...rest] = Array.isArray(value) ? value : [];
  if (lowest === null || highest === null || rest.length > 0) {
    throw notABetween(field);
  }
  return isBetween(field, parseTime(lowest, field), parseTime(highest, field));
}

function parseTime(value: JsonValue, field: FilterTimeField): bigint {
  return parseTimestamp(value) ?? refuse(unusableTime(value, field));
}

/** Matches an integer epoch whose number of digits does not determine its unit. */
const ambiguous = /^-?(?!(?:\d{10}|\d{13}|\d{16}|\d{19})$)\d+$/;

function unusableTime(value: JsonValue, field: string): FilterRefusal {
  const text = shownValue(value);
  return typeof value !== 'object' && ambiguous.test(text)
    ? new FilterRefusal(`Timestamp ${text} is ambiguous.`)
    : new FilterRefusal(`'${field}' value '${text}' is not a valid timestamp.`);
}

/** Rewrites an operand as `formatFilterTime` writes it. Clients may write a `T` after the date and a final `Z`. */
function toTimeText(operand: string): string {
  return operand.replace(/(?<=[\d_%])T/g, ' ').replace(/Z$/, '+00');
}
