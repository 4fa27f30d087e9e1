import { compilePattern } from '../check/compile-pattern.js';
import { isArithmetic } from '../check/static-type.js';
import type {
  ArithmeticOperator,
  BinaryExpression,
  ComparisonOperator,
  Expression,
} from '../tree/expression.js';
import { compareValues, isNumber, matchValue } from './compare-values.js';
import { computeValue } from './compute-value.js';
import { fieldsOf } from './fields-of.js';
import { type PlacedSpan, type Read, readerOf, type Sight } from './read-field.js';
import { sightsOf } from './sights-of.js';
import type { Value } from './traced-span.js';

type Test = (sight: Sight) => boolean;

/** Returns whether a span matches a condition with one of its events and one of its links. */
export function compileCondition(
  condition: Expression | undefined,
): (placed: PlacedSpan) => boolean {
  if (condition === undefined) {
    return () => true;
  }
  const test = compileTest(condition);
  const sights = sightsOf(fieldsOf(condition));
  return (placed) => {
    for (const sight of sights(placed)) {
      if (test(sight)) {
        return true;
      }
    }
    return false;
  };
}

/** Returns the value of an expression for a span, of the first event and link with which it has one. */
export function compileValue(expression: Expression): (placed: PlacedSpan) => Value | undefined {
  const read = compileRead(expression);
  const sights = sightsOf(fieldsOf(expression));
  return (placed) => {
    for (const sight of sights(placed)) {
      const value = read(sight);
      if (value !== undefined) {
        return value;
      }
    }
    return undefined;
  };
}

/** What is no bool counts as false. */
function compileTest(expression: Expression): Test {
  if (expression.kind === 'binary' && isLogical(expression)) {
    const [left, right] = [compileTest(expression.left), compileTest(expression.right)];
    return expression.operator === '&&'
      ? (sight) => left(sight) && right(sight)
      : (sight) => left(sight) || right(sight);
  }
  if (expression.kind === 'binary' && !isArithmetic(expression.operator)) {
    return compileComparison(expression.operator as ComparisonOperator, expression);
  }
  const read = compileRead(expression);
  return (sight) => {
    const value = read(sight);
    return value?.type === 'bool' && value.value;
  };
}

function compileRead(expression: Expression): Read {
  switch (expression.kind) {
    case 'literal':
      return () => expression.literal;
    case 'nil':
      return () => undefined;
    case 'field':
      return readerOf(expression.field);
    case 'unary':
      return compileUnary(expression);
    case 'binary': {
      if (isArithmetic(expression.operator)) {
        const operator = expression.operator as ArithmeticOperator;
        const [left, right] = [compileRead(expression.left), compileRead(expression.right)];
        return (sight) => computeValue(operator, left(sight), right(sight));
      }
      const test = compileTest(expression);
      return (sight) => ({ type: 'bool', value: test(sight) });
    }
  }
}

function compileUnary({
  operator,
  operand,
}: Extract<Expression, { readonly kind: 'unary' }>): Read {
  const read = compileRead(operand);
  if (operator === '!') {
    return (sight) => {
      const value = read(sight);
      return value?.type === 'bool' ? { type: 'bool', value: !value.value } : undefined;
    };
  }
  return (sight) => {
    const value = read(sight);
    if (!isNumber(value)) {
      return undefined;
    }
    return value.type === 'float'
      ? { type: 'float', value: -value.value }
      : { type: value.type, value: -value.value };
  };
}

function compileComparison(operator: ComparisonOperator, { left, right }: BinaryExpression): Test {
  if (left.kind === 'nil' || right.kind === 'nil') {
    const isNil = compileNilTest(left.kind === 'nil' ? right : left);
    return (sight) => isNil(sight) === (operator === '=');
  }
  const [a, b] = [compileRead(left), compileRead(right)];
  if (operator === '=~' || operator === '!~') {
    const matches = matcherOf(right);
    return (sight) => matchValue(operator, a(sight), matches);
  }
  const isOfTrace = (operator === '=' || operator === '!=') && [left, right].some(isTraceId);
  return isOfTrace
    ? (sight) => compareValues(operator, withoutZeros(a(sight)), withoutZeros(b(sight)))
    : (sight) => compareValues(operator, a(sight), b(sight));
}

/** The parser accepts only a text there, and only a valid pattern. */
function matcherOf(expression: Expression): (text: string) => boolean {
  const pattern = expression.kind === 'literal' ? String(expression.literal.value) : '';
  const compiled = compilePattern(pattern);
  return compiled.status === 'compiled' ? compiled.matches : () => false;
}

/** An attribute of events or links is nil if no event or link of the span has it. */
function compileNilTest(expression: Expression): Test {
  if (expression.kind === 'field' && expression.field.kind === 'attribute') {
    const read = compileValue(expression);
    return ({ placed }) => read(placed) === undefined;
  }
  const read = compileRead(expression);
  return (sight) => read(sight) === undefined;
}

function isTraceId(expression: Expression): boolean {
  return (
    expression.kind === 'field' &&
    expression.field.kind === 'intrinsic' &&
    expression.field.name === 'trace:id'
  );
}

function withoutZeros(value: Value | undefined): Value | undefined {
  return value?.type === 'string'
    ? { type: 'string', value: value.value.toLowerCase().replace(/^0+/, '') }
    : value;
}

function isLogical({ operator }: BinaryExpression): boolean {
  return operator === '&&' || operator === '||';
}
