import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { listIn, textIn } from '../../request/span-members.js';
import { SpanFault } from '../../submission/span-fault.js';

/**
 * Readers for the members of OTLP JSON objects (see docs/api/otlp.md). An absent member and null are read as the
 * default value of the type. Each reader throws a SpanFault for a value of another type.
 */

const hex = /^[0-9a-fA-F]*$/;
const decimal = /^-?\d{1,20}$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_UINT32 = 0xffff_ffff;

/**
 * Returns the fault for a JSON member whose value has the wrong type. Inside a span, the fault drops that span;
 * elsewhere, the whole request is refused. `expected` names the right type, such as "a list of objects".
 */
export function wrongMember(member: string, expected: string): SpanFault {
  return new SpanFault({ code: 'invalid_span', loc: [member], reason: `is not ${expected}` });
}

/**
 * Reads an id and converts it to lower case. If the string is not hex, calls `reportNotHex` and still returns the
 * string, so that a report can contain it. The length is checked later.
 */
export function idMember(object: JsonObject, name: string, reportNotHex: () => void): string {
  const id = textIn(object, name) ?? '';
  if (!hex.test(id)) {
    reportNotHex();
  }
  return id.toLowerCase();
}

/** Reads a time in nanoseconds since the Unix epoch, from 0 to 2^64-1; returns 0 if it is absent. */
export function timeMember(object: JsonObject, name: string): bigint {
  const value = toBigInt(object[name] ?? 0);
  if (value === undefined || value < 0n || value > MAX_UINT64) {
    throw wrongMember(name, 'a time in nanoseconds');
  }
  return value;
}

/** Reads an unsigned 32-bit integer; returns 0 if it is absent. */
export function countMember(object: JsonObject, name: string): number {
  const value = toBigInt(object[name] ?? 0);
  if (value === undefined || value < 0n || value > MAX_UINT32) {
    throw wrongMember(name, 'an integer from 0 to 4294967295');
  }
  return Number(value);
}

/**
 * Reads an enum, sent as a number or a name, and returns its number; -1 for an unknown name. Does not check whether a
 * number is known.
 */
export function enumMember(object: JsonObject, name: string, names: readonly string[]): number {
  const value = object[name] ?? 0;
  if (typeof value === 'string') {
    return names.indexOf(value);
  }
  if (typeof value !== 'number' || !Number.isInteger(value)) {
    throw wrongMember(name, 'an enum number or name');
  }
  return value;
}

/** Reads a list of objects; returns an empty list if it is absent. */
export function objectListMember(object: JsonObject, name: string): JsonObject[] {
  const list = listIn(object, name) ?? [];
  if (!list.every(isJsonObject)) {
    throw wrongMember(name, 'a list of objects');
  }
  return list;
}

/**
 * Reads an int64, sent as a number or a string of digits. Returns a `bigint` only for an integer that is not safe as a
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
