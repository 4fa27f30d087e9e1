import type { JsonObject, JsonValue } from '@spanhouse/span-schema';

const DEEPEST_NESTING = 500;
const MIN_EXACT = -(2n ** 63n);
const MAX_EXACT = 2n ** 64n - 1n;
const INTEGER = /^-?\d+$/;
/** `\uD800` without its other half. Exact while no backslash is escaped before it. */
const LONE_SURROGATE =
  /\\u[dD](?:[89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F][\da-fA-F]{2})|(?<!\\u[dD][89abAB][\da-fA-F]{2}\\u[dD])[c-fC-F][\da-fA-F]{2})/g;
/** Every escape sequence, a surrogate pair as one. */
const ESCAPE =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/gs;

interface MalformedJson {
  status: 'malformed';
  message: string;
  /** Where the text breaks, when that is known. */
  position: number | undefined;
}

export type ParsedJson = { status: 'parsed'; value: JsonValue } | MalformedJson;

/**
 * Like `JSON.parse`, with the contract's rules on top: integers beyond 2^53 are exact, lone surrogates become
 * U+FFFD, and numbers beyond a double or more than 500 levels are refused.
 */
export function parseJsonText(text: string): ParsedJson {
  const wellFormed = replaceLoneSurrogates(text);
  try {
    const value = JSON.parse(wellFormed) as JsonValue;
    switch (inspect(value, DEEPEST_NESTING)) {
      case PLAIN:
        return { status: 'parsed', value };
      case TOO_DEEP:
        return malformed(`Nested deeper than ${DEEPEST_NESTING} levels`);
      default:
        return reparseExactly(wellFormed);
    }
  } catch (error) {
    if (error instanceof SyntaxError) {
      return malformed(error.message, positionIn(error.message));
    }
    throw error;
  }
}

function malformed(message: string, position?: number): MalformedJson {
  return { status: 'malformed', message, position };
}

function positionIn(message: string): number | undefined {
  const digits = /at position (\d+)/.exec(message)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const PLAIN = 0;
const UNSAFE_NUMBER = 1;
const TOO_DEEP = 2;

/** The gravest thing found in an array or object. Scalars are looked at in place: this visits every value of a body. */
function inspect(value: JsonValue, levelsLeft: number): number {
  if (typeof value !== 'object' || value === null) {
    return isUnsafe(value) ? UNSAFE_NUMBER : PLAIN;
  }
  if (levelsLeft === 0) {
    return TOO_DEEP;
  }
  return Array.isArray(value)
    ? inspectItems(value, levelsLeft - 1)
    : inspectMembers(value, levelsLeft - 1);
}

function inspectItems(list: readonly JsonValue[], levelsLeft: number): number {
  let gravest = PLAIN;
  for (let at = 0; at < list.length && gravest !== TOO_DEEP; at++) {
    const item = list[at] as JsonValue;
    if (typeof item === 'object' && item !== null) {
      gravest = Math.max(gravest, inspect(item, levelsLeft));
    } else if (isUnsafe(item)) {
      gravest = Math.max(gravest, UNSAFE_NUMBER);
    }
  }
  return gravest;
}

function inspectMembers(object: JsonObject, levelsLeft: number): number {
  let gravest = PLAIN;
  for (const key in object) {
    const member = object[key] as JsonValue;
    if (typeof member === 'object' && member !== null) {
      gravest = Math.max(gravest, inspect(member, levelsLeft));
    } else if (isUnsafe(member)) {
      gravest = Math.max(gravest, UNSAFE_NUMBER);
    }
  }
  return gravest;
}

function isUnsafe(value: JsonValue): boolean {
  return (
    typeof value === 'number' &&
    !(value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER)
  );
}

class NumberOutOfRange extends Error {}

/** Several times slower than a plain parse, so only texts with a number beyond 2^53 come here. */
function reparseExactly(text: string): ParsedJson {
  try {
    return { status: 'parsed', value: JSON.parse(text, reviveNumber) as JsonValue };
  } catch (error) {
    if (error instanceof NumberOutOfRange) {
      return malformed(error.message);
    }
    throw error;
  }
}

function reviveNumber(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) {
    return value;
  }
  const source = context?.source ?? '';
  if (!Number.isFinite(value)) {
    throw new NumberOutOfRange('Number out of range');
  }
  return INTEGER.test(source) ? toExactInteger(source) : value;
}

/** The integer a text of digits stands for: exact from -2^63 to 2^64-1, else the nearest double. */
export function toExactInteger(digits: string): number | bigint {
  const value = Number(digits);
  if (Number.isSafeInteger(value) || !Number.isFinite(value)) {
    return value;
  }
  const exact = BigInt(digits);
  return exact >= MIN_EXACT && exact <= MAX_EXACT ? exact : value;
}

function replaceLoneSurrogates(text: string): string {
  if (!(text.includes('\\ud') || text.includes('\\uD'))) {
    return text;
  }
  if (!text.includes('\\\\')) {
    return text.replace(LONE_SURROGATE, '\\ufffd');
  }
  return text.replace(ESCAPE, (sequence) => (sequence.length === 6 ? '\\ufffd' : sequence));
}
