/** Each digit has one place only: a form that could divide digits in two ways would take quadratic time to fail. */
export const numberText = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns whether a text is a decimal number, such as `12`, `-1.5` or `.5e3`. */
export function isNumberText(text: string): boolean {
  return numberText.test(text);
}
