import { type Json, type JsonMembers, membersOf } from '../../api/shown-span.js';

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Returns the objects in a list, or an empty list if the value is not a list. */
export function listAt(value: Json | undefined): readonly JsonMembers[] {
  return isList(value) ? value.map((item) => membersOf(item) ?? {}) : [];
}

/** Returns the value of a member if it is a non-empty string, otherwise undefined. */
export function textAt(value: JsonMembers, name: string): string | undefined {
  const text = value[name];
  return typeof text === 'string' && text !== '' ? text : undefined;
}

/** Returns the value of a member that is an integer or a string containing an integer; undefined for other values. */
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
 * Nests flat attributes as the API does: a key with dots becomes a path of members. A key remains flat if its path
 * conflicts with another value.
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

/** Sets the value at a path. Returns false if another value already occupies the path or a part of it. */
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
 * Converts an id to the API's format: hexadecimal, padded with zeros. Base64 is also accepted, because some senders use
 * it in OTLP/JSON. Throws a TypeError for anything else.
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

/** Parses an OTLP/JSON list of attributes. */
export function readKeyValues(list: Json | undefined): readonly (readonly [string, Json])[] {
  return listAt(list).map((entry) => [textAt(entry, 'key') ?? '', readAnyValue(entry['value'])]);
}

function readAnyValue(value: Json | undefined): Json {
  const [[kind, inner] = ['', null]] = Object.entries((value ?? {}) as JsonMembers);
  switch (kind) {
    case 'intValue':
      return readInteger(inner);
    case 'arrayValue':
      return listAt((inner as JsonMembers)['values']).map(readAnyValue);
    case 'kvlistValue':
      return Object.fromEntries(readKeyValues((inner as JsonMembers)['values']));
    default:
      return inner;
  }
}

function readInteger(value: Json): Json {
  const number = Number(value);
  return Number.isSafeInteger(number) || typeof value !== 'string' ? number : BigInt(value);
}

/** Converts attributes to OTLP/JSON. Integers outside the int64 range become strings. */
export function writeKeyValues(attributes: JsonMembers): Json {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: writeAnyValue(value) }));
}

function writeAnyValue(value: Json): Json {
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'bigint':
      return value === BigInt.asIntN(64, value)
        ? { intValue: value.toString() }
        : { stringValue: value.toString() };
    case 'number':
      return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
    default:
      return writeContainer(value);
  }
}

function writeContainer(value: Exclude<Json, string | number | bigint | boolean>): Json {
  if (value === null) {
    return {};
  }
  return isList(value)
    ? { arrayValue: { values: value.map(writeAnyValue) } }
    : { kvlistValue: { values: writeKeyValues(value) } };
}
