import type { FilterExpression, FilterTimeField } from './filter.js';
import { compares, isBetween, negateIf } from './filter-expressions.js';
import { entriesOf, hasComparisonOrList, isNegative, refuse } from './filter-id-conditions.js';
import { isOneOf } from './filter-membership.js';
import { isOperatorOf, type OperatorOf } from './filter-operators.js';
import { FilterRefusal, notABetween, notNumeric, shownValue } from './filter-refusal.js';
import type { Condition } from './filter-structure.js';
import { toTextMatch } from './filter-text-conditions.js';
import type { JsonValue } from './json.js';
import { formatTimestamp, parseTimestamp } from './timestamp.js';

export function checkTimeCondition(condition: Condition, field: FilterTimeField): FilterExpression {
  const { operator, value = null } = condition;
  const parse = (entry: JsonValue): bigint => parseTime(entry, field);
  if (hasComparisonOrList(condition)) {
    const { all } = condition.options;
    const test = isOneOf({ field, entries: entriesOf(condition), all, parse });
    return negateIf(isNegative(condition), test);
  }
  if (isOperatorOf('numeric', operator)) {
    return checkOrder({ field, value }, operator);
  }
  if (!isOperatorOf('string', operator)) {
    throw new FilterRefusal(
      `'${field}' only supports comparison, numeric, string, and list operators.`,
    );
  }
  if (typeof value !== 'string') {
    throw new FilterRefusal(`'${field}' only supports string operators with string values.`);
  }
  return { ...toTextMatch(toTimeText(value), operator, condition.options), field };
}

/** What string operators see of a time: `YYYY-MM-DD HH:MM:SS[.fraction]+00`. */
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

/** An integer epoch whose digit count names no unit. */
const AMBIGUOUS = /^-?(?!(?:\d{10}|\d{13}|\d{16}|\d{19})$)\d+$/;

function unusableTime(value: JsonValue, field: string): FilterRefusal {
  const text = shownValue(value);
  return typeof value !== 'object' && AMBIGUOUS.test(text)
    ? new FilterRefusal(`Timestamp ${text} is ambiguous.`)
    : new FilterRefusal(`'${field}' value '${text}' is not a valid timestamp.`);
}

/** The operand as it would stand in the text of a time: a `T` after the date and a final `Z` are other spellings. */
function toTimeText(operand: string): string {
  return operand.replace(/(?<=[\d_%])T/g, ' ').replace(/Z$/, '+00');
}
