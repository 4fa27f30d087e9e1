import type { MathOperator } from './query.js';

/** Returns the result of arithmetic as a number, possibly infinite or NaN. */
export function computeNumbers(operator: MathOperator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
  }
}
