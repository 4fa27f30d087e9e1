import fc from 'fast-check';
import { type JsonObject, type JsonValue, setMember } from '../json/json.js';

/** Strings that need special care: NUL, quotes, astral characters, keys of Object.prototype. */
const nastyTexts = [
  '',
  '\u0000',
  'a\u0000b',
  '"quoted" \\ back\\slash',
  'line\nbreak\ttab\r',
  '\u2028\u2029',
  '😀 Grüße, 世界',
  '\ufffd\ufeff',
  "'; DROP TABLE spans; --",
  'a.b',
  '__proto__',
  'constructor',
  'toString',
];

/** Generates well-formed Unicode strings. They have no lone surrogates, because accepted input has none either. */
export function anyText(maxLength = 40): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength }) },
    { weight: 1, arbitrary: fc.string({ unit: anyCodePoint(), maxLength }) },
    { weight: 1, arbitrary: fc.constantFrom(...nastyTexts) },
  );
}

const SURROGATES_START = 0xd800;
const SURROGATE_COUNT = 0x800;
const MAX_CODE_POINT = 0x10ffff;
const oneCodePoint = /^\P{Cs}$/u;

/**
 * Generates every code point except surrogates, as the unit `binary` of fast-check does. That unit first builds a map
 * of all 1.1 million code points, which takes longer than most test suites.
 */
function anyCodePoint(): fc.Arbitrary<string> {
  return fc.nat(MAX_CODE_POINT - SURROGATE_COUNT).map(
    (index) => String.fromCodePoint(index < SURROGATES_START ? index : index + SURROGATE_COUNT),
    (text) => {
      if (typeof text !== 'string' || !oneCodePoint.test(text)) {
        throw new Error('not a code point');
      }
      const codePoint = text.codePointAt(0) ?? 0;
      return codePoint < SURROGATES_START ? codePoint : codePoint - SURROGATE_COUNT;
    },
  );
}

/** Generates integers that a double cannot represent exactly but that are within the range of exact integers. */
export function anyBigInteger(): fc.Arbitrary<bigint> {
  const limit = 2n ** 53n;
  return fc.oneof(
    fc.bigInt({ min: limit, max: 2n ** 64n - 1n }),
    fc.bigInt({ min: -(2n ** 63n), max: -limit }),
  );
}

export function anyNumber(): fc.Arbitrary<number> {
  return fc.oneof(
    fc.integer(),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter(isParsed),
  );
}

export function anyUint32(): fc.Arbitrary<number> {
  return fc.oneof(fc.constantFrom(0, 1, 0xffff_ffff), fc.integer({ min: 0, max: 0xffff_ffff }));
}

/** Generates plain objects in which only the required members are always present. */
export function anyPartial<T, Key extends keyof T = never>(
  members: { [Name in keyof T]: fc.Arbitrary<T[Name]> },
  requiredKeys: Key[] = [],
) {
  return fc.record(members, { requiredKeys, noNullPrototype: true });
}

export function anyJsonObject(maxDepth = 2): fc.Arbitrary<JsonObject> {
  return fc
    .array(fc.tuple(anyText(12), anyJsonValue(maxDepth)), { maxLength: 5 })
    .map(toJsonObject);
}

export function anyJsonValue(maxDepth = 2): fc.Arbitrary<JsonValue> {
  const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
    fc.constant(null),
    fc.boolean(),
    anyNumber(),
    anyBigInteger(),
    anyText(),
  );
  if (maxDepth === 0) {
    return scalar;
  }
  return fc.oneof(
    { weight: 4, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(anyJsonValue(maxDepth - 1), { maxLength: 4 }) },
    { weight: 1, arbitrary: anyJsonObject(maxDepth - 1) },
  );
}

function toJsonObject(entries: readonly [string, JsonValue][]): JsonObject {
  const object: JsonObject = {};
  for (const [key, value] of entries) {
    setMember(object, key, value);
  }
  return object;
}

/**
 * Returns whether the body parser can return this number. The parser never returns negative zero, and never a double
 * for an exact integer.
 */
function isParsed(value: number): boolean {
  const isExactInteger =
    Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;
  return !(Object.is(value, -0) || isExactInteger);
}
