import type { JsonValue } from '../../json/json.js';
import { stringifyJson } from '../../json/stringify-json.js';
import { compares, isBetween } from '../expressions.js';
import { requireOperator } from '../fields.js';
import type { FilterExpression, FilterTextField, TextMatch } from '../filter.js';
import { isOperatorOf, type OperatorOf } from '../operators.js';
import { FilterRefusal, refuseValue } from '../refusal.js';
import type { Condition, ConditionOptions } from '../structure.js';
import { checkExistence } from './id-conditions.js';
import { canonicalLikePattern } from './like.js';
import { checkMembership } from './membership.js';

/** The field name in the refusal messages for all string fields. Clients depend on these messages. */
const named = 'status_message';

/** Checks a condition on a string field. Throws FilterRefusal if it is invalid. */
export function checkTextCondition(condition: Condition, field: FilterTextField): FilterExpression {
  const { operator, value = null } = condition;
  requireOperator('Text', operator, named);
  if (isOperatorOf('existence', operator)) {
    return checkExistence(condition, field, named);
  }
  if (value === null && !isOperatorOf('comparison', operator)) {
    throw new FilterRefusal(
      `'${named}' value is required and thus never null for numeric, string, and list operators.`,
    );
  }
  if (isOperatorOf('numeric', operator)) {
    return checkOrder(field, value, operator);
  }
  if (isOperatorOf('string', operator)) {
    const operand = toText(value) ?? refuseValue(field, 'string');
    return { ...toTextMatch(operand, operator, condition.options), field };
  }
  operator satisfies OperatorOf<'list' | 'comparison'>;
  const family = isOperatorOf('list', operator) ? 'list' : 'comparison';
  const parse = (entry: JsonValue): string => toText(entry) ?? refuseValue(field, family);
  return checkMembership(condition, { field, parse });
}

function checkOrder(
  field: FilterTextField,
  value: JsonValue,
  operator: OperatorOf<'numeric'>,
): FilterExpression {
  if (operator !== 'btwn') {
    return compares(field, operator, toText(value) ?? refuseValue(field, 'numeric'));
  }
  const [lowest, highest, ...rest] = Array.isArray(value) ? value.map(toText) : [];
  return lowest === undefined || highest === undefined || rest.length > 0
    ? refuseValue(field, 'btwn')
    : isBetween(field, lowest, highest);
}

const matches = {
  startswith: 'starts_with',
  endswith: 'ends_with',
  contains: 'contains',
  matches: 'contains',
  like: 'like',
} as const;

/** Builds the test for a string operator. The operand of a case-insensitive test is converted to lower case. */
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

/**
 * Converts a scalar to a string, using JSON notation for numbers and booleans; returns `undefined` for null, lists and
 * objects.
 */
function toText(value: JsonValue): string | undefined {
  if (typeof value === 'string') {
    return value;
  }
  return typeof value === 'object' ? undefined : stringifyJson(value);
}
