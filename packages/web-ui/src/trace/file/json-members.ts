import { type Json, type JsonMembers, membersOf } from '../../api/shown-span.js';

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the objects of a list; an empty list for other values. */
export function listAt(value: Json | undefined): readonly JsonMembers[] {
  return isList(value) ? value.map((item) => membersOf(item) ?? {}) : [];
}

/** Returns a member that is a non-empty string. */
export function textAt(value: JsonMembers, name: string): string | undefined {
  const text = value[name];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns a member that is an integer, or a string that contains one. */
export function integerAt(value: JsonMembers, name: string): bigint | undefined {
  const number = value[name];
  if (typeof number === 'bigint') {
    return number;
  }
  const isInteger = typeof number === 'number' ? Number.isInteger(number) : isDigits(number);
  return isInteger ? BigInt(number as number | string) : undefined;
}

function isDigits(value: Json | undefined): boolean {
  return typeof value === 'string' && /^-?\d{1,30}$/.test(value);
}
