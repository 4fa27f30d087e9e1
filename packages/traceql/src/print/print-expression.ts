import { type Expression, type Literal, MIN_INT } from '../tree/expression.js';
import type { Field } from '../tree/field.js';
import { printDuration } from './print-duration.js';

const plainName = /^[^\s{}()=~!<>&|^,"0-9][^\s{}()=~!<>&|^,"]*$/;

/** Prints an expression. `parseQuery` parses the result to the same expression. */
export function printExpression(expression: Expression): string {
  switch (expression.kind) {
    case 'literal':
      return printLiteral(expression.literal);
    case 'nil':
      return 'nil';
    case 'field':
      return printField(expression.field);
    case 'unary':
      return `${expression.operator}${printOperand(expression.operand)}`;
    case 'binary': {
      const { left, operator, right } = expression;
      return `${printOperand(left)} ${operator} ${printOperand(right)}`;
    }
  }
}

/** Prints an operand. If it contains an operator, puts it into parentheses, so that precedence does not matter. */
function printOperand(operand: Expression): string {
  const isPlain = operand.kind !== 'unary' && operand.kind !== 'binary';
  return isPlain ? printExpression(operand) : `(${printExpression(operand)})`;
}

/** Returns the canonical name of a field: `resource.service.name`, `.x`, `name`. */
export function printField(field: Field): string {
  if (field.kind === 'intrinsic') {
    return field.name;
  }
  const { scope = '', name } = field;
  const isPlain = plainName.test(name);
  return `${scope}.${isPlain ? name : `"${name.replaceAll(/["\\]/g, '\\$&')}"`}`;
}

/** Prints a literal in TraceQL syntax. */
export function printLiteral(literal: Literal): string {
  switch (literal.type) {
    case 'string':
      return printText(literal.value);
    case 'int':
      return literal.value === MIN_INT ? 'minInt' : String(literal.value);
    case 'float':
      return printFloat(literal.value);
    case 'duration':
      return printDuration(literal.value);
    default:
      return String(literal.value);
  }
}

function printText(value: string): string {
  const escaped = JSON.stringify(value).slice(1, -1);
  return `"${escaped.replaceAll('\u007f', '\\u007f')}"`;
}

function printFloat(value: number): string {
  const text = String(value);
  return /^-?[0-9]+$/.test(text) ? `${text}.0` : text;
}
