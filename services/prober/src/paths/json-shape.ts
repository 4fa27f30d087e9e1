import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { RequestFailure } from '../http/request-failure.js';

type Member = JsonValue | undefined;

/** Returns an object in a response. Throws a RequestFailure for any other value. */
export function objectIn(value: Member, name: string): JsonObject {
  return isJsonObject(value) ? value : unreadable(name, 'an object');
}

/**
 * Returns a list of objects in a response. An absent value becomes an empty list. Throws a RequestFailure for any other
 * value.
 */
export function objectsIn(value: Member, name: string): readonly JsonObject[] {
  if (value === undefined) {
    return [];
  }
  return Array.isArray(value)
    ? value.map((item) => objectIn(item, name))
    : unreadable(name, 'a list');
}

export function textIn(value: Member, name: string): string {
  return typeof value === 'string' ? value : unreadable(name, 'a text');
}

export function optionalText(value: Member, name: string): string | undefined {
  return value === undefined ? undefined : textIn(value, name);
}

/**
 * Returns an integer that is written as a number or, as in OTLP, as a string. Throws a RequestFailure for any other
 * value.
 */
export function integerIn(value: Member, name: string): bigint {
  const isWhole = typeof value === 'number' ? Number.isInteger(value) : isDigits(value);
  return isWhole ? BigInt(value as number | bigint | string) : unreadable(name, 'an integer');
}

export function numberIn(value: Member, name: string): number {
  return typeof value === 'number' ? value : unreadable(name, 'a number');
}

function isDigits(value: Member): boolean {
  return typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value));
}

function unreadable(name: string, wanted: string): never {
  throw new RequestFailure('unreadable', `${name} of the answer is not ${wanted}`);
}
