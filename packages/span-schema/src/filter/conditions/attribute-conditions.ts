import type { JsonValue } from '../../json/json.js';
import { allOf, anyOf, negateIf } from '../expressions.js';
import { requireOperator } from '../fields.js';
import type { FilterAttributeField, FilterExpression, JsonTest } from '../filter.js';
import { isOperatorOf, type OperatorOf } from '../operators.js';
import { FilterRefusal, refuseValue } from '../refusal.js';
import type { Condition } from '../structure.js';
import { toJsonOperand } from './json-operand.js';
import { isNegative, MAX_ENTRIES } from './membership.js';
import { toTextMatch } from './text-conditions.js';

/** Checks a condition on attributes, resource or scope. Throws FilterRefusal if it is invalid. */
export function checkAttributeCondition(
  condition: Condition,
  field: FilterAttributeField,
): FilterExpression {
  const { key, operator } = condition;
  if (key === undefined) {
    throw new FilterRefusal(`'${field}' key is required and thus never null.`);
  }
  requireOperator('Attribute', operator, field);
  const toExpression = (test: JsonTest): FilterExpression => ({
    kind: 'attribute',
    field,
    key,
    test,
  });
  if (isOperatorOf('numeric', operator)) {
    return checkOrder(condition, operator, (comparison, operand) =>
      toExpression({ kind: 'compare', comparison, operand }),
    );
  }
  return negateIf(isNegative(condition), toExpression(toTest(condition)));
}

function toTest({ field, operator, value = null, options }: Condition): JsonTest {
  if (isOperatorOf('existence', operator)) {
    return { kind: 'exists' };
  }
  if (isOperatorOf('comparison', operator)) {
    return { kind: 'contains', value: toJsonOperand(value, field) };
  }
  if (isOperatorOf('string', operator)) {
    const operand = typeof value === 'string' ? value : refuseValue(field, 'string');
    return toTextMatch(operand, operator, options);
  }
  const entries = Array.isArray(value) ? value : refuseValue(field, 'list');
  if (entries.length > MAX_ENTRIES) {
    throw new FilterRefusal(`'${field}' value has more than ${MAX_ENTRIES} entries.`);
  }
  const values = entries.map((entry) => toJsonOperand(entry, field));
  return { kind: options.all && values.length > 0 ? 'all_of' : 'one_of', values };
}

type OrderOperator = Exclude<OperatorOf<'numeric'>, 'neq' | 'btwn'>;
type OrderOperand = number | bigint | string;

function checkOrder(
  { field, value = null }: Condition,
  operator: OperatorOf<'numeric'>,
  compare: (comparison: OrderOperator, operand: OrderOperand) => FilterExpression,
): FilterExpression {
  if (operator === 'btwn') {
    const [lowest, highest, ...rest] = Array.isArray(value) ? value.map(toOrderOperand) : [];
    const areAlike = (typeof lowest === 'string') === (typeof highest === 'string');
    return lowest === undefined || highest === undefined || rest.length > 0 || !areAlike
      ? refuseValue(field, 'btwn')
      : allOf([compare('gte', lowest), compare('lte', highest)]);
  }
  const operand = toOrderOperand(value) ?? refuseValue(field, 'numeric');
  // `neq` is not the negation of `eq`: a value that cannot be compared satisfies neither operator.
  return operator === 'neq'
    ? anyOf([compare('lt', operand), compare('gt', operand)])
    : compare(operator, operand);
}

function toOrderOperand(value: JsonValue): OrderOperand | undefined {
  const operand = toJsonOperand(value, '');
  return typeof operand === 'object' || typeof operand === 'boolean' ? undefined : operand;
}
