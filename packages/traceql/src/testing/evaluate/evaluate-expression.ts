import type { TracedSpan, Value } from '../../evaluate/traced-span.js';
import type { BinaryExpression, ComparisonOperator, Expression } from '../../tree/expression.js';
import type { Field } from '../../tree/field.js';
import { calculate, compare, isNumber } from './compute.js';
import { type Companions, readField, type Seen } from './read-field.js';
import type { TraceTree } from './trace-tree.js';

/** Returns whether a condition is true for at least one of the span's pairs of an event and a link. */
export function matchesCondition(
  condition: Expression | undefined,
  span: TracedSpan,
  tree: TraceTree,
): boolean {
  return (
    condition === undefined ||
    companionsOf(condition, span).some((companions) =>
      isTrue(evaluate(condition, { span, tree, ...companions })),
    )
  );
}

/** Returns the value of an expression for a span. Uses the first event or link that has the field. */
export function readValue(
  expression: Expression,
  span: TracedSpan,
  tree: TraceTree,
): Value | undefined {
  for (const companions of companionsOf(expression, span)) {
    const value = evaluate(expression, { span, tree, ...companions });
    if (value !== undefined) {
      return value;
    }
  }
  return undefined;
}

/** Returns the pairs of an event and a link that can affect the expression. */
function companionsOf(expression: Expression, span: TracedSpan): readonly Companions[] {
  const fields = fieldsOf(expression);
  const isOf = (scope: string) =>
    fields.some((field) =>
      field.kind === 'attribute'
        ? field.scope === scope || field.scope === undefined
        : field.name.startsWith(`${scope}:`),
    );
  const events = isOf('event') && span.events.length > 0 ? span.events : [undefined];
  const links = isOf('link') && span.links.length > 0 ? span.links : [undefined];
  return events.flatMap((event) => links.map((link) => ({ event, link })));
}

function fieldsOf(expression: Expression): readonly Field[] {
  switch (expression.kind) {
    case 'field':
      return [expression.field];
    case 'unary':
      return fieldsOf(expression.operand);
    case 'binary':
      return [...fieldsOf(expression.left), ...fieldsOf(expression.right)];
    default:
      return [];
  }
}

function isTrue(value: Value | undefined): boolean {
  return value?.type === 'bool' && value.value;
}

function evaluate(expression: Expression, seen: Seen): Value | undefined {
  switch (expression.kind) {
    case 'literal':
      return expression.literal;
    case 'nil':
      return undefined;
    case 'field':
      return readField(expression.field, seen);
    case 'unary':
      return evaluateUnary(expression, seen);
    case 'binary':
      return evaluateBinary(expression, seen);
  }
}

function evaluateUnary(
  { operator, operand }: Extract<Expression, { kind: 'unary' }>,
  seen: Seen,
): Value | undefined {
  const value = evaluate(operand, seen);
  if (operator === '!') {
    return value?.type === 'bool' ? { type: 'bool', value: !value.value } : undefined;
  }
  if (!isNumber(value)) {
    return undefined;
  }
  return value.type === 'float'
    ? { type: 'float', value: -value.value }
    : { type: value.type, value: -value.value };
}

function evaluateBinary(expression: BinaryExpression, seen: Seen): Value | undefined {
  const { operator, left, right } = expression;
  switch (operator) {
    case '&&':
      return bool(isTrue(evaluate(left, seen)) && isTrue(evaluate(right, seen)));
    case '||':
      return bool(isTrue(evaluate(left, seen)) || isTrue(evaluate(right, seen)));
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
    case '^':
      return calculate(operator, evaluate(left, seen), evaluate(right, seen));
    default:
      return bool(evaluateComparison(operator, expression, seen));
  }
}

function evaluateComparison(
  operator: ComparisonOperator,
  { left, right }: BinaryExpression,
  seen: Seen,
): boolean {
  if (left.kind === 'nil' || right.kind === 'nil') {
    const other = left.kind === 'nil' ? right : left;
    return isNil(other, seen) === (operator === '=');
  }
  const values = [evaluate(left, seen), evaluate(right, seen)] as const;
  const isOfTrace = [left, right].some(
    (side) =>
      side.kind === 'field' && side.field.kind === 'intrinsic' && side.field.name === 'trace:id',
  );
  const [a, b] =
    isOfTrace && (operator === '=' || operator === '!=') ? values.map(withoutZeros) : values;
  return compare(operator, a, b);
}

/** Removes leading zeros from a trace id, because comparisons ignore them. */
function withoutZeros(value: Value | undefined): Value | undefined {
  return value?.type === 'string'
    ? { type: 'string', value: value.value.toLowerCase().replace(/^0+/, '') }
    : value;
}

/** Returns whether an expression is nil. An event or link attribute is nil if no event or link of the span has it. */
function isNil(expression: Expression, seen: Seen): boolean {
  return expression.kind === 'field' && expression.field.kind === 'attribute'
    ? readValue(expression, seen.span, seen.tree) === undefined
    : evaluate(expression, seen) === undefined;
}

function bool(value: boolean): Value {
  return { type: 'bool', value };
}
