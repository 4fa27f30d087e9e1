/**
 * Matches a decimal number. Each digit can be matched in only one way, because a failed match would otherwise take
 * quadratic time.
 */
export const numberText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns whether a string is a decimal number, such as `12`, `-1.5` or `.5e3`. */
export function isNumberText(text: string): boolean {
  return numberText.test(text);
}
