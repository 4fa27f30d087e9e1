const integer = /^-?\d+$/;
/** Matches a number that may exceed 2^53. The ids and fractions in most lists do not match. */
const mayBeLarge = /(?:^|[[:,\s-])\d{16}/;

/**
 * Parses JSON. Integers beyond 2^53 become bigints, which keep all digits. The text is parsed a second time only if it
 * may contain such integers.
 */
export function parseExactJson(text: string): unknown {
  return mayBeLarge.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

/** Reads a large integer from its source text, which JSON.parse passes as the third argument of a reviver. */
function keepDigits(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  const source = context?.source ?? '';
  const isLarge = typeof value === 'number' && !Number.isSafeInteger(value);
  return isLarge && integer.test(source) ? BigInt(source) : value;
}
