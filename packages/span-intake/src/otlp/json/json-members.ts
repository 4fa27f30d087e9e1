import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';

/**
 * Readers for the members of OTLP JSON objects (see docs/api/otlp.md). An absent member and null have the default value
 * of the type. Each reader throws WrongMember for a value of another type.
 */

const hex = /^[0-9a-fA-F]*$/;
const decimal = /^-?\d{1,20}$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_UINT32 = 0xffff_ffff;

/**
 * Reports a JSON member of the wrong type. Inside a span it drops that span; elsewhere the whole request is refused.
 * `expected` names the right type, such as "a list of objects".
 */
export class WrongMember extends Error {
  constructor(member: string, expected: string) {
    super(`${member} is not ${expected}.`);
    this.name = 'WrongMember';
  }
}

/** Reads a text; returns `''` if it is absent. */
export function textMember(object: JsonObject, name: string): string {
  const value = object[name] ?? '';
  if (typeof value !== 'string') {
    throw new WrongMember(name, 'a string');
  }
  return value;
}

/**
 * Reads an id and converts it to lower case. If the text is not hex, calls `reportNotHex` and still returns the text,
 * so that a report can contain it. The length is checked later.
 */
export function idMember(object: JsonObject, name: string, reportNotHex: () => void): string {
  const id = textMember(object, name);
  if (!hex.test(id)) {
    reportNotHex();
  }
  return id.toLowerCase();
}

/** Reads a time in nanoseconds since the Unix epoch, from 0 to 2^64-1; returns 0 if it is absent. */
export function timeMember(object: JsonObject, name: string): bigint {
  const value = toBigInt(object[name] ?? 0);
  if (value === undefined || value < 0n || value > MAX_UINT64) {
    throw new WrongMember(name, 'a time in nanoseconds');
  }
  return value;
}

/** Reads an unsigned 32-bit integer; returns 0 if it is absent. */
export function countMember(object: JsonObject, name: string): number {
  const value = toBigInt(object[name] ?? 0);
  if (value === undefined || value < 0n || value > MAX_UINT32) {
    throw new WrongMember(name, 'an integer from 0 to 4294967295');
  }
  return Number(value);
}

/**
 * Reads an enum, given as a number or a name, and returns its number. Returns -1 for an unknown name. Does not check
 * whether a number is known.
 */
export function enumMember(object: JsonObject, name: string, names: readonly string[]): number {
  const value = object[name] ?? 0;
  if (typeof value === 'string') {
    return names.indexOf(value);
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw new WrongMember(name, 'an enum number or name');
  }
  return value;
}

/** Reads a list of any values; returns an empty list if it is absent. */
export function listMember(object: JsonObject, name: string): JsonValue[] {
  const value = object[name] ?? [];
  if (!Array.isArray(value)) {
    throw new WrongMember(name, 'a list');
  }
  return value;
}

/** Reads a list of objects; returns an empty list if it is absent. */
export function objectListMember(object: JsonObject, name: string): JsonObject[] {
  const list = listMember(object, name);
  if (!list.every(isJsonObject)) {
    throw new WrongMember(name, 'a list of objects');
  }
  return list;
}

/** Reads an object; returns an empty object if it is absent. */
export function objectMember(object: JsonObject, name: string): JsonObject {
  const value = object[name] ?? {};
  if (!isJsonObject(value)) {
    throw new WrongMember(name, 'an object');
  }
  return value;
}

/**
 * Reads an int64, given as a number or a text of digits. Returns a `bigint` only for an integer that is not safe as a
 * number, and `undefined` for any other value.
 */
export function toInt64(value: JsonValue): number | bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) {
    return value;
  }
  const exact = toBigInt(value);
  if (exact === undefined || exact < MIN_INT64 || exact > MAX_INT64) {
    return undefined;
  }
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : exact;
}

function toBigInt(value: JsonValue): bigint | undefined {
  if (typeof value === 'string') {
    return decimal.test(value) ? BigInt(value) : undefined;
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? BigInt(value) : undefined;
  }
  return typeof value === 'bigint' ? value : undefined;
}
