import { isJsonObject, type JsonObject, type JsonValue, setMember } from './json.js';

const MIN_EXACT = -(2n ** 63n);
const MAX_EXACT = 2n ** 64n - 1n;
/** Minimum length of an integer that may be unsafe as a number. */
const SHORTEST_UNSAFE = 16;
const integer = /^-?\d+$/;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;

/** An error that ends parsing because a number exceeds the range of a double. */
export class NumberOutOfRange extends Error {
  constructor() {
    super('Number out of range');
  }
}

/**
 * Parses valid JSON text and keeps large integers exact. Replaces large integers with strings before parsing and
 * restores them afterwards. This is faster than a reviver, which would be called for every value in the JSON.
 */
export function parseExactIntegers(text: string): JsonValue {
  const mark = crypto.randomUUID();
  const exact: bigint[] = [];
  const pieces: string[] = [];
  let copied = 0;
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) {
      at = endOfString(text, at);
    } else if (isDigit(code) || code === MINUS) {
      const end = endOfNumber(text, at);
      const value = exactValue(text, at, end);
      if (value !== undefined) {
        pieces.push(text.slice(copied, at), `"${mark}${exact.length}"`);
        exact.push(value);
        copied = end;
      }
      at = end;
    } else {
      at++;
    }
  }
  pieces.push(text.slice(copied));
  return restore(JSON.parse(pieces.join('')) as JsonValue, mark, exact);
}

/** Returns the position after the closing quote of a string. */
function endOfString(text: string, start: number): number {
  for (
    let quote = text.indexOf('"', start + 1);
    quote !== -1;
    quote = text.indexOf('"', quote + 1)
  ) {
    let before = quote - 1;
    while (text.charCodeAt(before) === BACKSLASH) {
      before--;
    }
    if ((quote - before) % 2 === 1) {
      return quote + 1;
    }
  }
  return text.length;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

/** Returns the position after a number, including its signs, dots and exponent. */
function endOfNumber(text: string, start: number): number {
  let at = start + 1;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isPart =
      isDigit(code) || code === 0x2e || code === 0x2b || code === MINUS || (code | 0x20) === 0x65;
    if (!isPart) {
      break;
    }
  }
  return at;
}

/** Returns the value of an integer literal that is unsafe as a number, or `undefined` for every other literal. */
function exactValue(text: string, start: number, end: number): bigint | undefined {
  if (end - start < SHORTEST_UNSAFE && !hasExponent(text, start, end)) {
    return undefined;
  }
  const literal = text.slice(start, end);
  if (!Number.isFinite(Number(literal))) {
    throw new NumberOutOfRange();
  }
  const value = integer.test(literal) ? toExactInteger(literal) : 0;
  return typeof value === 'bigint' ? value : undefined;
}

/**
 * Returns whether a number has an exponent. A short number can exceed the range of a double only if it has an exponent.
 */
function hasExponent(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    if ((text.charCodeAt(at) | 0x20) === 0x65) {
      return true;
    }
  }
  return false;
}

function restore(value: JsonValue, mark: string, exact: readonly bigint[]): JsonValue {
  if (typeof value === 'string') {
    return value.startsWith(mark) ? (exact[Number(value.slice(mark.length))] ?? value) : value;
  }
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++) {
      const item = value[at] as JsonValue;
      if (typeof item === 'string' || typeof item === 'object') {
        value[at] = restore(item, mark, exact);
      }
    }
  } else if (isJsonObject(value)) {
    restoreMembers(value, mark, exact);
  }
  return value;
}

function restoreMembers(object: JsonObject, mark: string, exact: readonly bigint[]): void {
  for (const key in object) {
    const member = object[key] as JsonValue;
    if (typeof member === 'object') {
      restore(member, mark, exact);
    } else if (typeof member === 'string' && member.startsWith(mark)) {
      setMember(object, key, restore(member, mark, exact));
    }
  }
}

/**
 * Converts digits to an integer. The result is exact from -2^63 to 2^64-1; outside this range, it is the nearest
 * double.
 */
export function toExactInteger(digits: string): number | bigint {
  const value = Number(digits);
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) {
    return value;
  }
  const exact = BigInt(digits);
  return exact >= MIN_EXACT && exact <= MAX_EXACT ? exact : value;
}
