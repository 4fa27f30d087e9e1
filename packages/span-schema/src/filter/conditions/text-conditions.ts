import type { JsonValue } from '../../json/json.js';
import { stringifyJson } from '../../json/stringify-json.js';
import { compares, isBetween, negateIf } from '../expressions.js';
import { takesOperator, unsupportedOperator } from '../fields.js';
import type { FilterExpression, FilterTextField, TextMatch } from '../filter.js';
import { isOperatorOf, type OperatorOf } from '../operators.js';
import {
  FilterRefusal,
  notABetween,
  notAList,
  notASingleValue,
  notAString,
  notNumeric,
} from '../refusal.js';
import type { Condition, ConditionOptions } from '../structure.js';
import { checkExistence, entriesOf, isNegative, refuse } from './id-conditions.js';
import { canonicalLikePattern } from './like.js';
import { isOneOf } from './membership.js';

/** The field that refusals of every text field name; clients know these texts. */
const named = 'status_message';

/** Checks a condition on a text field. Throws FilterRefusal. */
export function checkTextCondition(condition: Condition, field: FilterTextField): FilterExpression {
  const { operator, value = null } = condition;
  if (!takesOperator('Text', operator)) {
    throw unsupportedOperator('Text', named);
  }
  if (isOperatorOf('existence', operator)) {
    return checkExistence(condition, field, named);
  }
  if (isOperatorOf('comparison', operator)) {
    const parse = (entry: JsonValue) => toText(entry) ?? refuse(notASingleValue(field));
    const test = isOneOf({ field, entries: entriesOf(condition), all: false, parse });
    return negateIf(isNegative(condition), test);
  }
  if (value === null) {
    throw new FilterRefusal(
      `'${named}' value is required and thus never null for numeric, string, and list operators.`,
    );
  }
  if (isOperatorOf('list', operator)) {
    const parse = (entry: JsonValue) => toText(entry) ?? refuse(notAList(field));
    const { all } = condition.options;
    const test = isOneOf({ field, entries: entriesOf(condition), all, parse });
    return negateIf(isNegative(condition), test);
  }
  return isOperatorOf('numeric', operator)
    ? checkOrder({ field, value }, operator)
    : checkString({ field, value, condition }, operator);
}

interface Subject {
  readonly field: FilterTextField;
  readonly value: JsonValue;
}

function checkOrder({ field, value }: Subject, operator: OperatorOf<'numeric'>): FilterExpression {
  if (operator !== 'btwn') {
    return compares(field, operator, toText(value) ?? refuse(notNumeric(field)));
  }
  const [lowest, highest, ...rest] = Array.isArray(value) ? value.map(toText) : [];
  if (lowest === undefined || highest === undefined || rest.length > 0) {
    throw notABetween(field);
  }
  return isBetween(field, lowest, highest);
}

function checkString(
  { field, value, condition }: Subject & { readonly condition: Condition },
  operator: OperatorOf<'string'>,
): FilterExpression {
  const operand = toText(value) ?? refuse(notAString(field));
  return { ...toTextMatch(operand, operator, condition.options), field };
}

const matches = {
  startswith: 'starts_with',
  endswith: 'ends_with',
  contains: 'contains',
  matches: 'contains',
  like: 'like',
} as const;

/** Builds the test of a string operator. An operand that ignores case is converted to lower case. */
export function toTextMatch(
  operand: string,
  operator: OperatorOf<'string'>,
  { caseSensitive: isCaseSensitive, exactMatch }: ConditionOptions,
): TextMatch {
  const cased = isCaseSensitive ? operand : operand.toLowerCase();
  const match = operator === 'matches' && exactMatch ? 'equals' : matches[operator];
  return {
    kind: 'text',
    match,
    operand: match === 'like' ? canonicalLikePattern(cased) : cased,
    isCaseSensitive,
  };
}

/** Converts a scalar to its JSON text; `undefined` for null, lists and objects. */
function toText(value: JsonValue): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  return typeof value === 'object' ? undefined : stringifyJson(value);
}
