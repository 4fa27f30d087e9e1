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

/**
 * Returns attributes as the API shows them: a key with dots is a path of members. A key whose path collides with
 * another value stays flat.
 */
export function nestAttributes(flat: Iterable<readonly [string, Json]>): JsonMembers {
  const nested: Record<string, Json> = {};
  for (const [key, value] of flat) {
    const path = key.split('.');
    const isPath = path.every((name) => name !== '' && name !== '__proto__');
    if (!isPath || !put(nested, path, value)) {
      nested[key] = value;
    }
  }
  return nested;
}

/** Sets the value at a path; false if another value is already at the path or above it. */
function put(target: Record<string, Json>, path: readonly string[], value: Json): boolean {
  const [name = '', ...rest] = path;
  if (rest.length === 0) {
    if (Object.hasOwn(target, name)) {
      return false;
    }
    target[name] = value;
    return true;
  }
  if (!Object.hasOwn(target, name)) {
    target[name] = {};
  }
  const below = membersOf(target[name]);
  return below !== undefined && put(below as Record<string, Json>, rest, value);
}

const digits = { trace: 32, span: 16 } as const;

/**
 * Returns an id as the API shows it: hexadecimal, padded with zeros. Also accepts Base64, which some senders use in
 * OTLP/JSON. Throws a TypeError for other texts.
 */
export function shownId(text: string | undefined, of: keyof typeof digits): string {
  const count = digits[of];
  if (text !== undefined && text.length <= count && /^[0-9a-f]+$/i.test(text)) {
    return text.toLowerCase().padStart(count, '0');
  }
  const bytes = text !== undefined && /^[\w+/]+=*$/.test(text) ? decodeBase64(text) : undefined;
  if (bytes?.length !== count / 2) {
    throw new TypeError(`A ${of} has the id '${text ?? ''}', which is not hexadecimal.`);
  }
  return Array.from(bytes, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('');
}

function decodeBase64(text: string): string | undefined {
  try {
    return atob(text);
  } catch {
    return undefined;
  }
}
