import type { Expression } from '../tree/expression.js';

/** Returns whether an expression depends on a field of a span. */
export function namesField(expression: Expression): boolean {
  switch (expression.kind) {
    case 'field':
      return true;
    case 'unary':
      return namesField(expression.operand);
    case 'binary':
      return namesField(expression.left) || namesField(expression.right);
    default:
      return false;
  }
}
