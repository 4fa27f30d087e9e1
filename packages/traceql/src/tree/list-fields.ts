import type { Expression } from './expression.js';
import type { Field } from './field.js';

/** Returns the fields of an expression, from left to right. */
export function listFields(expression: Expression): readonly Field[] {
  const fields: Field[] = [];
  const rest = [expression];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if (next.kind === 'field') {
      fields.push(next.field);
    } else if (next.kind === 'unary') {
      rest.push(next.operand);
    } else if (next.kind === 'binary') {
      rest.push(next.right, next.left);
    }
  }
  return fields;
}
