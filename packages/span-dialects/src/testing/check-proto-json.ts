import { Buffer } from 'node:buffer';
import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import protobuf from 'protobufjs';

/**
 * Details of a protocol's JSON: choices that the JSON mapping of proto3 leaves open, and deviations from this mapping.
 */
export interface ProtoJsonForm {
  readonly bytes: 'base64' | 'hex';
  readonly enums: 'names' | 'numbers';
}

/**
 * Decodes JSON as a proto3 message. Throws at the first member that is unknown, null or out of range, or has the wrong
 * type or form. Members with default values may be missing.
 */
export function checkProtoJson(type: protobuf.Type, json: JsonValue, form: ProtoJsonForm): void {
  checkMessage(type, json, { at: type.name, form });
}

interface ValueContext {
  /** Path of the value, for error messages. */
  readonly at: string;
  readonly form: ProtoJsonForm;
}

function checkMessage(type: protobuf.Type, json: JsonValue, { at, form }: ValueContext): void {
  const object = objectIn(json, at);
  for (const [name, member] of Object.entries(object)) {
    const field = type.fields[name];
    if (field === undefined) {
      throw new Error(`${at} has no member ${name}`);
    }
    checkField(field.resolve(), member, { at: `${at}.${name}`, form });
  }
  for (const { name, fieldsArray } of type.oneofsArray) {
    const present = fieldsArray.filter((field) => object[field.name] !== undefined);
    expectAt(present.length <= 1, `${at}.${name}`, object);
  }
}

function checkField(field: protobuf.Field, json: JsonValue, context: ValueContext): void {
  const { at } = context;
  if (field instanceof protobuf.MapField) {
    for (const [key, member] of Object.entries(objectIn(json, at))) {
      checkValue(field, member, { ...context, at: `${at}[${key}]` });
    }
  } else if (field.repeated) {
    expectAt(Array.isArray(json), at, json);
    for (const [index, element] of (json as readonly JsonValue[]).entries()) {
      checkValue(field, element, { ...context, at: `${at}[${index}]` });
    }
  } else {
    checkValue(field, json, context);
  }
}

function checkValue(
  { type, resolvedType }: protobuf.Field,
  json: JsonValue,
  context: ValueContext,
): void {
  if (resolvedType instanceof protobuf.Type) {
    checkMessage(resolvedType, json, context);
  } else if (resolvedType instanceof protobuf.Enum) {
    const { values, valuesById } = resolvedType;
    const known: object = context.form.enums === 'names' ? values : valuesById;
    const isWritten = typeof json === (context.form.enums === 'names' ? 'string' : 'number');
    expectAt(isWritten && Object.hasOwn(known, String(json)), context.at, json);
  } else {
    expectAt(isScalar(type, json, context.form), context.at, json);
  }
}

/** Number of bits of each integer type; negative for signed types. */
const integers: Readonly<Record<string, number>> = {
  int32: -32,
  uint32: 32,
  fixed32: 32,
  int64: -64,
  uint64: 64,
  fixed64: 64,
};

function isScalar(type: string, json: JsonValue, { bytes }: ProtoJsonForm): boolean {
  const bits = integers[type];
  if (bits !== undefined) {
    return isInteger(bits, json);
  }
  switch (type) {
    case 'string':
      return typeof json === 'string' && json.isWellFormed();
    case 'bool':
      return typeof json === 'boolean';
    case 'double':
      return (
        typeof json === 'number' || json === 'NaN' || json === 'Infinity' || json === '-Infinity'
      );
    case 'bytes':
      return typeof json === 'string' && Buffer.from(json, bytes).toString(bytes) === json;
    default:
      throw new Error(`the type ${type} is not known here`);
  }
}

/**
 * Returns whether a JSON value is a valid integer. A 64-bit integer must be a string, because a JSON number may be
 * rounded.
 */
function isInteger(bits: number, json: JsonValue): boolean {
  const isWritten =
    Math.abs(bits) === 64
      ? typeof json === 'string' && /^(?:0|-?[1-9]\d*)$/.test(json)
      : typeof json === 'number' && Number.isInteger(json);
  if (!isWritten) {
    return false;
  }
  const value = BigInt(json as string | number);
  return value === (bits < 0 ? BigInt.asIntN(-bits, value) : BigInt.asUintN(bits, value));
}

function objectIn(json: JsonValue, at: string): JsonObject {
  if (!isJsonObject(json)) {
    throw new Error(`${at} is no object: ${JSON.stringify(json)}`);
  }
  return json;
}

function expectAt(holds: boolean, at: string, found: unknown): void {
  if (!holds) {
    throw new Error(`${at} is ${JSON.stringify(found)}`);
  }
}
