import type { Field } from './field.js';

/** Smallest and largest integer. */
export const [MIN_INT, MAX_INT] = [-(2n ** 63n), 2n ** 63n - 1n];

export const statuses = ['ok', 'error', 'unset'] as const;
export const kinds = [
  'unspecified',
  'internal',
  'server',
  'client',
  'producer',
  'consumer',
] as const;

/** A literal in a query. Durations are in nanoseconds. */
export type Literal =
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'int'; readonly value: bigint }
  | { readonly type: 'float'; readonly value: number }
  | { readonly type: 'duration'; readonly value: bigint }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'status'; readonly value: (typeof statuses)[number] }
  | { readonly type: 'kind'; readonly value: (typeof kinds)[number] };

export const comparisonOperators = ['=', '!=', '<', '<=', '>', '>=', '=~', '!~'] as const;
export const logicalOperators = ['&&', '||'] as const;

export type ArithmeticOperator = '+' | '-' | '*' | '/' | '%' | '^';
export type ComparisonOperator = (typeof comparisonOperators)[number];
export type BinaryOperator =
  | ArithmeticOperator
  | ComparisonOperator
  | (typeof logicalOperators)[number];

/** An expression that is evaluated per span. */
export type Expression =
  | { readonly kind: 'literal'; readonly literal: Literal }
  | { readonly kind: 'nil' }
  | { readonly kind: 'field'; readonly field: Field }
  | { readonly kind: 'unary'; readonly operator: '!' | '-'; readonly operand: Expression }
  | BinaryExpression;

export interface BinaryExpression {
  readonly kind: 'binary';
  readonly operator: BinaryOperator;
  readonly left: Expression;
  readonly right: Expression;
}

/** Returns whether an expression combines two conditions. */
export function isLogical(
  expression: Expression,
): expression is BinaryExpression & { readonly operator: (typeof logicalOperators)[number] } {
  return (
    expression.kind === 'binary' && (expression.operator === '&&' || expression.operator === '||')
  );
}
