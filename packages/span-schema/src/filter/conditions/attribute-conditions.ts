import type { JsonValue } from '../../json/json.js';
import { allOf, anyOf, negateIf } from '../expressions.js';
import { takesOperator, unsupportedOperator } from '../fields.js';
import type { FilterAttributeField, FilterExpression, JsonTest } from '../filter.js';
import { isOperatorOf, type OperatorOf } from '../operators.js';
import { FilterRefusal, notABetween, notAList, notAString, notNumeric } from '../refusal.js';
import type { Condition } from '../structure.js';
import { isNegative, refuse } from './id-conditions.js';
import { toJsonOperand } from './json-operand.js';
import { MAX_ENTRIES } from './membership.js';
import { toTextMatch } from './text-conditions.js';

/** Checks a condition on attributes, resource or scope. Throws FilterRefusal. */
export function checkAttributeCondition(
  condition: Condition,
  field: FilterAttributeField,
): FilterExpression {
  const { key, operator, value = null } = condition;
  if (key === undefined) {
    throw new FilterRefusal(`'${field}' key is required and thus never null.`);
  }
  if (!takesOperator('Attribute', operator)) {
    throw unsupportedOperator('Attribute', field);
  }
  const toExpression: ToExpression = (test) => ({ kind: 'attribute', field, key, test });
  if (isOperatorOf('numeric', operator)) {
    return checkOrder({ field, value, toExpression }, operator);
  }
  return negateIf(isNegative(condition), toExpression(toTest(condition, field)));
}

type ToExpression = (test: JsonTest) => FilterExpression;

function toTest({ operator, value = null, options }: Condition, field: string): JsonTest {
  if (isOperatorOf('existence', operator)) {
    return { kind: 'exists' };
  }
  if (isOperatorOf('comparison', operator)) {
    return { kind: 'contains', value: toJsonOperand(value, field) };
  }
  if (isOperatorOf('string', operator)) {
    const operand = typeof value === 'string' ? value : refuse(notAString(field));
    return toTextMatch(operand, operator, options);
  }
  const entries = Array.isArray(value) ? value : refuse(notAList(field));
  if (entries.length > MAX_ENTRIES) {
    throw new FilterRefusal(`'${field}' value has more than ${MAX_ENTRIES} entries.`);
  }
  const values = entries.map((entry) => toJsonOperand(entry, field));
  return { kind: options.all && values.length > 0 ? 'all_of' : 'one_of', values };
}

interface Order {
  readonly field: string;
  readonly value: JsonValue;
  readonly toExpression: ToExpression;
}

function checkOrder(
  { field, value, toExpression }: Order,
  operator: OperatorOf<'numeric'>,
): FilterExpression {
  const compare = (comparison: OrderOperator, operand: number | bigint | string) =>
    toExpression({ kind: 'compare', comparison, operand });
  if (operator === 'btwn') {
    const [lowest, highest, ...rest] = Array.isArray(value) ? value.map(toOrderOperand) : [];
    const areAlike = (typeof lowest === 'string') === (typeof highest === 'string');
    if (lowest === undefined || highest === undefined || rest.length > 0 || !areAlike) {
      throw notABetween(field);
    }
    return allOf([compare('gte', lowest), compare('lte', highest)]);
  }
  const operand = toOrderOperand(value) ?? refuse(notNumeric(field));
  // This is not the negation of `eq`: a value that cannot be compared matches neither.
  return operator === 'neq'
    ? anyOf([compare('lt', operand), compare('gt', operand)])
    : compare(operator, operand);
}

type OrderOperator = Exclude<OperatorOf<'numeric'>, 'neq' | 'btwn'>;

function toOrderOperand(value: JsonValue): number | bigint | string | undefined {
  const operand = toJsonOperand(value, '');
  return typeof operand === 'object' || typeof operand === 'boolean' ? undefined : operand;
}
