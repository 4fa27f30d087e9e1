import { Buffer } from 'node:buffer';
import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { decodeAgValue } from '../encoded-ag-value.js';
import { objectListMember, toInt64, WrongMember } from './json-members.js';

const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Reads the KeyValue list at `object[name]` as one object. */
export function attributesMember(object: JsonObject, name: string): JsonObject {
  const attributes: JsonObject = {};
  for (const entry of objectListMember(object, name)) {
    setMember(attributes, keyOf(entry), fromAnyValue(entry['value'] ?? null));
  }
  return attributes;
}

/** Like `attributesMember`; also decodes marked `ag.*` texts. */
export function spanAttributesMember(object: JsonObject, name: string): JsonObject {
  const attributes = attributesMember(object, name);
  for (const key in attributes) {
    const value = attributes[key];
    if (typeof value === 'string' && key.startsWith('ag.')) {
      attributes[key] = decodeAgValue(key, value);
    }
  }
  return attributes;
}

type FromJson = (value: JsonValue) => JsonValue | undefined;

const valueMembers: ReadonlyMap<string, FromJson> = new Map<string, FromJson>([
  ['stringValue', (value) => (typeof value === 'string' ? value : undefined)],
  ['intValue', toInt64],
  ['doubleValue', fromDouble],
  ['boolValue', (value) => (typeof value === 'boolean' ? value : undefined)],
  ['arrayValue', fromArray],
  ['kvlistValue', (value) => (isJsonObject(value) ? attributesMember(value, 'values') : undefined)],
  ['bytesValue', fromBytes],
]);

function fromAnyValue(value: JsonValue): JsonValue {
  if (value === null) {
    return null;
  }
  if (!isJsonObject(value)) {
    throw new WrongMember('An attribute value', 'an object');
  }
  for (const name in value) {
    const member = value[name];
    const read = valueMembers.get(name);
    if (read !== undefined && member !== undefined && member !== null) {
      return checked(name, read(member));
    }
  }
  return null;
}

function checked(name: string, value: JsonValue | undefined): JsonValue {
  if (value === undefined) {
    throw new WrongMember(name, 'of its type');
  }
  return value;
}

function fromArray(value: JsonValue): JsonValue[] | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const values = value['values'] ?? [];
  return Array.isArray(values) ? values.map(fromAnyValue) : undefined;
}

function fromDouble(value: JsonValue): number | string | undefined {
  if (typeof value === 'bigint') {
    return Number(value);
  }
  if (typeof value !== 'string') {
    return typeof value === 'number' ? value : undefined;
  }
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') {
    return value;
  }
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

/** Converts base64 to its canonical form, which protobuf yields too. Both alphabets are allowed. */
function fromBytes(value: JsonValue): string | undefined {
  return typeof value === 'string' && base64.test(value)
    ? Buffer.from(value, 'base64').toString('base64')
    : undefined;
}

function keyOf(entry: JsonObject): string {
  const key = entry['key'] ?? '';
  if (typeof key !== 'string') {
    throw new WrongMember('key', 'a string');
  }
  return key;
}
