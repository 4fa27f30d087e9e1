import type { Expression, Literal } from '../tree/expression.js';
import { type FieldType, typeOfField } from '../tree/field.js';

/**
 * The type of an expression, as far as it is known without a span. `number` represents an int, a float or a duration.
 */
export type StaticType = FieldType | Literal['type'] | 'number' | 'nil';

/** Returns the static type of an expression. The operands MUST have been checked. */
export function staticType(expression: Expression): StaticType {
  switch (expression.kind) {
    case 'literal':
      return expression.literal.type;
    case 'nil':
      return 'nil';
    case 'field':
      return typeOfField(expression.field);
    case 'unary':
      return expression.operator === '!' ? 'bool' : 'number';
    case 'binary':
      return isArithmetic(expression.operator) ? 'number' : 'bool';
  }
}

/** Returns whether an operator computes a number. */
export function isArithmetic(operator: string): boolean {
  return ['+', '-', '*', '/', '%', '^'].includes(operator);
}

/** Returns whether a value of the type can be a number. */
export function mayBeNumber(type: StaticType): boolean {
  return ['int', 'float', 'duration', 'number', 'unknown'].includes(type);
}

/** Returns whether a value of the type can be true or false. */
export function mayBeBool(type: StaticType): boolean {
  return type === 'bool' || type === 'unknown';
}

/** Returns whether values of both types can be compared with each other. */
export function areComparable(left: StaticType, right: StaticType): boolean {
  const isUnknown = left === 'unknown' || right === 'unknown';
  return isUnknown || left === right || (mayBeNumber(left) && mayBeNumber(right));
}
