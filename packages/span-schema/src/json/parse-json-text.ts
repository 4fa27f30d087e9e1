import { NumberOutOfRange, parseExactIntegers } from './exact-integers.js';
import type { JsonObject, JsonValue } from './json.js';
import {
  excessReasons,
  findJsonExcess,
  IN_ANY_INNER_TEXT,
  type JsonExcess,
} from './json-excess.js';

/** Maximum nesting. It is far below the depth at which recursion exhausts the stack. */
const DEEPEST_NESTING = 500;
/** Matches an escaped surrogate without its other half. Reliable only if the JSON contains no `\\`. */
const loneSurrogate =
  /\\u[dD](?:[89abAB][\da-fA-F]{2}(?!\\u[dD][c-fC-F][\da-fA-F]{2})|(?<!\\u[dD][89abAB][\da-fA-F]{2}\\u[dD])[c-fC-F][\da-fA-F]{2})/g;
/** Matches every escape sequence; a surrogate pair is one match. */
const escapePattern =
  /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|.)/gs;

interface MalformedJson {
  status: 'malformed';
  message: string;
  /** The position of the error in the text, if it is known. */
  position: number | undefined;
}

/** The result for JSON text that has too many parts for its length, or more values than allowed. */
export interface TooComplexJson {
  status: 'too_complex';
  limit: JsonExcess | 'values';
  /** The rest of a sentence that begins with a name for the JSON, such as "holds more than 100 values". */
  message: string;
}

/** A JSON value, or the reason why the text was not parsed. */
export type ParsedJson = { status: 'parsed'; value: JsonValue } | MalformedJson | TooComplexJson;

/**
 * Parses JSON text exactly. Integers from -2^63 to 2^64-1 keep their value; those beyond 2^53 become `bigint`s. A lone
 * surrogate becomes U+FFFD. Numbers beyond the range of a double and more than 500 levels of nesting are malformed (see
 * docs/api/ingest.md). Never throws, whatever the text contains. `maxValues` limits the number of scalars, lists and
 * objects. If `maxValues` is given, names and containers are limited as well, and JSON beyond the limits is
 * `too_complex`.
 */
export function parseJsonText(text: string, maxValues?: number, inAnyText?: number): ParsedJson {
  const excess = maxValues === undefined ? undefined : findJsonExcess(text, inAnyText);
  if (excess !== undefined) {
    return tooComplex(excess, excessReasons[excess]);
  }
  const wellFormed = replaceLoneSurrogates(text);
  try {
    const value = JSON.parse(wellFormed) as JsonValue;
    valuesLeft = (maxValues ?? Number.POSITIVE_INFINITY) - 1;
    switch (inspect(value, DEEPEST_NESTING)) {
      case PLAIN:
        return { status: 'parsed', value };
      case TOO_DEEP:
        return malformed(`Nested deeper than ${DEEPEST_NESTING} levels`);
      case TOO_MANY_VALUES:
        return tooComplex('values', `more than ${maxValues} values`);
      default:
        return { status: 'parsed', value: parseExactIntegers(wellFormed) };
    }
  } catch (error) {
    if (error instanceof NumberOutOfRange) {
      return malformed(error.message);
    }
    if (error instanceof SyntaxError) {
      return malformed(error.message, positionIn(error.message));
    }
    throw error;
  }
}

/**
 * Parses JSON that is a string value inside a body. The limits are lower, because a body can contain many such strings.
 */
export function parseInnerJson(text: string): ParsedJson {
  return parseJsonText(text, Number.POSITIVE_INFINITY, IN_ANY_INNER_TEXT);
}

function malformed(message: string, position?: number): MalformedJson {
  return { status: 'malformed', message, position };
}

function tooComplex(limit: TooComplexJson['limit'], excess: string): TooComplexJson {
  return { status: 'too_complex', limit, message: `holds ${excess}` };
}

function positionIn(message: string): number | undefined {
  const digits = /at position (\d+)/.exec(message)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

const PLAIN = 0;
const UNSAFE_NUMBER = 1;
const TOO_DEEP = 2;
const TOO_MANY_VALUES = 3;

/**
 * Number of values that `inspect` still accepts. It is a module variable for speed, because `inspect` visits every
 * value.
 */
let valuesLeft = 0;

/**
 * Returns the most severe problem found in an array or object. Scalars are checked inline for speed, because every
 * value of a body is visited.
 */
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
  valuesLeft -= list.length;
  let gravest = valuesLeft < 0 ? TOO_MANY_VALUES : PLAIN;
  for (let at = 0; at < list.length && gravest < TOO_DEEP; at++) {
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
    valuesLeft -= 1;
    if (valuesLeft < 0) {
      return TOO_MANY_VALUES;
    }
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

/**
 * Replaces escapes of lone surrogates, which cannot be encoded as UTF-8. Most JSON has no such escape and is returned
 * after a search for `\ud`.
 */
function replaceLoneSurrogates(text: string): string {
  if (!(text.includes('\\ud') || text.includes('\\uD'))) {
    return text;
  }
  if (!text.includes('\\\\')) {
    return text.replace(loneSurrogate, '\\ufffd');
  }
  return text.replace(escapePattern, (sequence) => (sequence.length === 6 ? '\\ufffd' : sequence));
}
