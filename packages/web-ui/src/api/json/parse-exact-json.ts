/** The third argument of a reviver: the text of a primitive value. */
interface Source {
  readonly source?: string;
}

const integer = /^-?\d+$/;
/** A number of so many digits. Ids and fractions, which most lists have, are none. */
const mayBeLarge = /(?:^|[[:,\s-])\d{16}/;

/**
 * Parses JSON. An integer beyond 2^53 becomes a bigint, so that each digit remains; the text is read a
 * second time only if there may be one.
 */
export function parseExactJson(text: string): unknown {
  return mayBeLarge.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text);
}

function keepDigits(_key: string, value: unknown, context?: Source): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) {
    return value;
  }
  const source = context?.source;
  return source !== undefined && integer.test(source) ? BigInt(source) : value;
}
