import { compilePattern } from '../check/compile-pattern.js';
import { isArithmetic } from '../check/static-type.js';
import { negate } from '../tree/compute.js';
import {
  type ArithmeticOperator,
  type BinaryExpression,
  type ComparisonOperator,
  type Expression,
  isLogical,
} from '../tree/expression.js';
import { listFields } from '../tree/list-fields.js';
import { bindingsFor } from './bind-entries.js';
import { compareValues, isNumber, matchValue } from './compare-values.js';
import { computeValue } from './compute-value.js';
import { type Binding, createReader, type PlacedSpan, type Read } from './read-field.js';
import type { Value } from './traced-span.js';

type Test = (binding: Binding) => boolean;

/** Compiles a condition. A span matches if at least one pair of an event and a link satisfies the condition. */
export function compileCondition(
  condition: Expression | undefined,
): (placed: PlacedSpan) => boolean {
  if (condition === undefined) {
    return () => true;
  }
  const test = compileTest(condition);
  const bindings = bindingsFor(listFields(condition));
  return (placed) => {
    for (const binding of bindings(placed)) {
      if (test(binding)) {
        return true;
      }
    }
    return false;
  };
}

/**
 * Compiles an expression to a function of a span. The function evaluates the expression for each pair of an event and a
 * link, and returns the first value that is not nil.
 */
export function compileValue(expression: Expression): (placed: PlacedSpan) => Value | undefined {
  const read = compileRead(expression);
  const bindings = bindingsFor(listFields(expression));
  return (placed) => {
    for (const binding of bindings(placed)) {
      const value = read(binding);
      if (value !== undefined) {
        return value;
      }
    }
    return undefined;
  };
}

/** Compiles an expression to a test. A value that is not a boolean is treated as false. */
function compileTest(expression: Expression): Test {
  if (isLogical(expression)) {
    const [left, right] = [compileTest(expression.left), compileTest(expression.right)];
    return expression.operator === '&&'
      ? (binding) => left(binding) && right(binding)
      : (binding) => left(binding) || right(binding);
  }
  if (expression.kind === 'binary' && !isArithmetic(expression.operator)) {
    return compileComparison(expression.operator as ComparisonOperator, expression);
  }
  const read = compileRead(expression);
  return (binding) => {
    const value = read(binding);
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
      return createReader(expression.field);
    case 'unary':
      return compileUnary(expression);
    case 'binary': {
      if (isArithmetic(expression.operator)) {
        const operator = expression.operator as ArithmeticOperator;
        const [left, right] = [compileRead(expression.left), compileRead(expression.right)];
        return (binding) => computeValue(operator, left(binding), right(binding));
      }
      const test = compileTest(expression);
      return (binding) => ({ type: 'bool', value: test(binding) });
    }
  }
}

function compileUnary({
  operator,
  operand,
}: Extract<Expression, { readonly kind: 'unary' }>): Read {
  const read = compileRead(operand);
  if (operator === '!') {
    return (binding) => {
      const value = read(binding);
      return value?.type === 'bool' ? { type: 'bool', value: !value.value } : undefined;
    };
  }
  return (binding) => {
    const value = read(binding);
    return isNumber(value) ? negate(value) : undefined;
  };
}

function compileComparison(operator: ComparisonOperator, { left, right }: BinaryExpression): Test {
  if (left.kind === 'nil' || right.kind === 'nil') {
    const isNil = compileNilTest(left.kind === 'nil' ? right : left);
    return (binding) => isNil(binding) === (operator === '=');
  }
  const [a, b] = [compileRead(left), compileRead(right)];
  if (operator === '=~' || operator === '!~') {
    const matches = matcherOf(right);
    return (binding) => matchValue(operator, a(binding), matches);
  }
  const isOfTrace = (operator === '=' || operator === '!=') && [left, right].some(isTraceId);
  return isOfTrace
    ? (binding) => compareValues(operator, withoutZeros(a(binding)), withoutZeros(b(binding)))
    : (binding) => compareValues(operator, a(binding), b(binding));
}

/**
 * Returns the matcher for a pattern. The parser guarantees that the expression is a string literal with a valid
 * pattern.
 */
function matcherOf(expression: Expression): (text: string) => boolean {
  const pattern = expression.kind === 'literal' ? String(expression.literal.value) : '';
  const compiled = compilePattern(pattern);
  return compiled.status === 'compiled' ? compiled.matches : () => false;
}

/** Compiles a comparison with nil. An event or link attribute is nil if no event or link of the span has it. */
function compileNilTest(expression: Expression): Test {
  if (expression.kind === 'field' && expression.field.kind === 'attribute') {
    const read = compileValue(expression);
    return ({ placed }) => read(placed) === undefined;
  }
  const read = compileRead(expression);
  return (binding) => read(binding) === undefined;
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
