import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { WrongMember } from './wrong-member.js';

/** Members of OTLP JSON objects; null is absent, and absent is the default of the type. */

const HEX = /^[0-9a-fA-F]*$/;
const DECIMAL = /^-?\d{1,20}$/;
const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_UINT32 = 0xffff_ffff;

export function textMember(object: JsonObject, name: string): string {
  const value = object[name] ?? '';
  if (typeof value !== 'string') {
    throw new WrongMember(name, 'a string');
  }
  return value;
}

/** An id in lower case. Its length is looked at later; `reportNotHex` is called for anything but hex digits. */
export function idMember(object: JsonObject, name: string, reportNotHex: () => void): string {
  const id = textMember(object, name);
  if (!HEX.test(id)) {
    reportNotHex();
  }
  return id.toLowerCase();
}

export function timeMember(object: JsonObject, name: string): bigint {
  const value = toBigInt(object[name] ?? 0);
  if (value === undefined || value < 0n || value > MAX_UINT64) {
    throw new WrongMember(name, 'a time in nanoseconds');
  }
  return value;
}

export function countMember(object: JsonObject, name: string): number {
  const value = toBigInt(object[name] ?? 0);
  if (value === undefined || value < 0n || value > MAX_UINT32) {
    throw new WrongMember(name, 'an integer from 0 to 4294967295');
  }
  return Number(value);
}

/** The number of an enum member, from its number or name; -1 for a name that is none. */
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

export function listMember(object: JsonObject, name: string): JsonValue[] {
  const value = object[name] ?? [];
  if (!Array.isArray(value)) {
    throw new WrongMember(name, 'a list');
  }
  return value;
}

export function objectListMember(object: JsonObject, name: string): JsonObject[] {
  const list = listMember(object, name);
  if (!list.every(isJsonObject)) {
    throw new WrongMember(name, 'a list of objects');
  }
  return list;
}

export function objectMember(object: JsonObject, name: string): JsonObject {
  const value = object[name] ?? {};
  if (!isJsonObject(value)) {
    throw new WrongMember(name, 'an object');
  }
  return value;
}

/** An int64 in either of its JSON forms. */
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
    return DECIMAL.test(value) ? BigInt(value) : undefined;
  }
  if (typeof value === 'number') {
    return Number.isInteger(value) ? BigInt(value) : undefined;
  }
  return typeof value === 'bigint' ? value : undefined;
}
