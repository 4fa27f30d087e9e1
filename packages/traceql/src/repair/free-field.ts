import { type Expression, isLogical } from '../tree/expression.js';
import type { Field } from '../tree/field.js';

const always: Expression = { kind: 'literal', literal: { type: 'bool', value: true } };

/**
 * Removes the requirement that a field equals a certain value. If a condition has this requirement, its `=` comparisons
 * of the field with a literal are replaced with true. Otherwise, an editor that suggests values of the field would find
 * only the required value.
 */
export function freeField(condition: Expression, field: Field): Expression {
  return isFixed(condition, field) ? withoutEquals(condition, field) : condition;
}

function isFixed(condition: Expression, field: Field): boolean {
  if (!isLogical(condition)) {
    return isEquals(condition, field);
  }
  const [left, right] = [isFixed(condition.left, field), isFixed(condition.right, field)];
  return condition.operator === '&&' ? left || right : left && right;
}

function withoutEquals(condition: Expression, field: Field): Expression {
  if (isLogical(condition)) {
    const [left, right] = [
      withoutEquals(condition.left, field),
      withoutEquals(condition.right, field),
    ];
    return { ...condition, left, right };
  }
  return isEquals(condition, field) ? always : condition;
}

function isEquals(expression: Expression, field: Field): boolean {
  if (expression.kind !== 'binary' || expression.operator !== '=') {
    return false;
  }
  const { left, right } = expression;
  return (
    (isField(left, field) && right.kind === 'literal') ||
    (isField(right, field) && left.kind === 'literal')
  );
}

function isField(expression: Expression, field: Field): boolean {
  if (expression.kind !== 'field' || expression.field.name !== field.name) {
    return false;
  }
  const [scope, other] = [expression.field, field].map((each) =>
    each.kind === 'attribute' ? (each.scope ?? '') : undefined,
  );
  return scope === other;
}
