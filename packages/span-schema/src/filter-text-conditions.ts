import type { FilterExpression, FilterTextField, TextMatch } from './filter.js';
import { compares, isAbsent, isBetween, isPresent, negateIf } from './filter-expressions.js';
import { entriesOf, isNegative, refuse } from './filter-id-conditions.js';
import { canonicalLikePattern } from './filter-like.js';
import { isOneOf } from './filter-membership.js';
import { isOperatorOf, type OperatorOf } from './filter-operators.js';
import {
  FilterRefusal,
  notABetween,
  notAList,
  notASingleValue,
  notAString,
  notNumeric,
} from './filter-refusal.js';
import type { Condition, ConditionOptions } from './filter-structure.js';
import type { JsonValue } from './json.js';
import { stringifyJson } from './stringify-json.js';

/** The API names this field in the texts of every text field. */
const NAMED = "'status_message'";

export function checkTextCondition(condition: Condition, field: FilterTextField): FilterExpression {
  const { operator, value = null } = condition;
  if (isOperatorOf('existence', operator)) {
    return checkExistence(condition, field);
  }
  if (isOperatorOf('comparison', operator)) {
    const parse = (entry: JsonValue) => toText(entry) ?? refuse(notASingleValue(field));
    const test = isOneOf({ field, entries: entriesOf(condition), all: false, parse });
    return negateIf(isNegative(condition), test);
  }
  if (isOperatorOf('dict', operator)) {
    throw new FilterRefusal(
      `${NAMED} only supports comparison, numeric, string, list, and existence operators.`,
    );
  }
  if (value === null) {
    throw new FilterRefusal(
      `${NAMED} value is required and thus never null for numeric, string, and list operators.`,
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

function checkExistence(condition: Condition, field: FilterTextField): FilterExpression {
  if ((condition.value ?? null) !== null) {
    throw new FilterRefusal(`${NAMED} value is not supported for existence operators.`);
  }
  return isNegative(condition) ? isAbsent(field) : isPresent(field);
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

const MATCHES = {
  startswith: 'starts_with',
  endswith: 'ends_with',
  contains: 'contains',
  matches: 'contains',
  like: 'like',
} as const;

export function toTextMatch(
  operand: string,
  operator: OperatorOf<'string'>,
  { caseSensitive: isCaseSensitive, exactMatch }: ConditionOptions,
): TextMatch {
  const cased = isCaseSensitive ? operand : operand.toLowerCase();
  const match = operator === 'matches' && exactMatch ? 'equals' : MATCHES[operator];
  return {
    kind: 'text',
    match,
    operand: match === 'like' ? canonicalLikePattern(cased) : cased,
    isCaseSensitive,
  };
}

/** Scalars count as their JSON text; undefined for null, lists and objects. */
function toText(value: JsonValue): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  return typeof value === 'object' ? undefined : stringifyJson(value);
}
