import type { BinaryExpression, Expression } from '../tree/expression.js';
import { compilePattern } from './compile-pattern.js';
import { areComparable, isArithmetic, mayBeBool, mayBeNumber, staticType } from './static-type.js';

/** Returns the reason why a filter's condition is invalid; undefined if it is valid. */
export function checkCondition(condition: Expression): string | undefined {
  const reason = checkExpression(condition);
  if (reason !== undefined) {
    return reason;
  }
  return mayBeBool(staticType(condition)) ? undefined : 'a filter must be true or false';
}

/** Returns the reason why the operand types of an expression are incompatible; undefined if they are compatible. */
export function checkExpression(expression: Expression): string | undefined {
  switch (expression.kind) {
    case 'unary':
      return checkExpression(expression.operand) ?? checkUnary(expression);
    case 'binary': {
      const { left, right } = expression;
      return checkExpression(left) ?? checkExpression(right) ?? checkBinary(expression);
    }
    default:
      return undefined;
  }
}

function checkUnary({
  operator,
  operand,
}: Extract<Expression, { kind: 'unary' }>): string | undefined {
  const type = staticType(operand);
  const fits = operator === '!' ? mayBeBool(type) : mayBeNumber(type);
  return fits ? undefined : notDefined(operator, type);
}

function checkBinary(expression: BinaryExpression): string | undefined {
  const { operator, left, right } = expression;
  const types = [staticType(left), staticType(right)] as const;
  if (operator === '&&' || operator === '||' || isArithmetic(operator)) {
    const fits = isArithmetic(operator) ? mayBeNumber : mayBeBool;
    const wrong = types.find((type) => !fits(type));
    return wrong === undefined ? undefined : notDefined(operator, wrong);
  }
  if (types.includes('nil')) {
    return checkNil(expression);
  }
  return operator === '=~' || operator === '!~'
    ? checkPattern(expression)
    : checkComparison(operator, types);
}

function checkNil({ operator, left, right }: BinaryExpression): string | undefined {
  if (operator !== '=' && operator !== '!=') {
    return notDefined(operator, 'nil');
  }
  const other = left.kind === 'nil' ? right : left;
  if (other.kind === 'field' && other.field.kind === 'intrinsic') {
    return `${other.field.name} always exists, so it is never nil`;
  }
  return other.kind === 'nil' || other.kind === 'literal'
    ? 'only fields can be compared with nil'
    : undefined;
}

function checkPattern({ operator, left, right }: BinaryExpression): string | undefined {
  const type = staticType(left);
  if (type !== 'string' && type !== 'unknown') {
    return notDefined(operator, type);
  }
  if (right.kind !== 'literal' || right.literal.type !== 'string') {
    return `the right side of ${operator} must be a string`;
  }
  const compiled = compilePattern(right.literal.value);
  return compiled.status === 'invalid' ? `invalid pattern: ${compiled.reason}` : undefined;
}

function checkComparison(
  operator: string,
  [left, right]: readonly [ReturnType<typeof staticType>, ReturnType<typeof staticType>],
): string | undefined {
  if (!areComparable(left, right)) {
    return 'operands of different types';
  }
  if (operator === '=' || operator === '!=') {
    return undefined;
  }
  const unordered = [left, right].find((type) => ['bool', 'status', 'kind'].includes(type));
  return unordered === undefined ? undefined : notDefined(operator, unordered);
}

function notDefined(operator: string, type: string): string {
  return `${operator} is not defined for ${type}`;
}
