import type { MathOperator } from './query.js';

/** Returns a result of arithmetic as a number: infinite or NaN where there is none. */
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
