const integer = /^-?\d+$/;
/** Matches a number that may exceed 2^53. The ids and fractions in most answers do not match. */
const mayBeLarge = /(?:^|[[:,\s-])\d{16}/;

/**
 * Parses JSON. Integers beyond 2^53 become bigints, so that no digits are lost. The string is parsed a second time only
 * if it may contain such integers.
 */
export function parseExactJson(text: string): unknown {
  return mayBeLarge.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** Reads a large integer from its source digits, which JSON.parse passes to a reviver as the third argument. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? '';
  const isLarge = typeof value === 'number' && !Number.isSafeInteger(value);
  return isLarge && integer.test(source) ? BigInt(source) : value;
}
