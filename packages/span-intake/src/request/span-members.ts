import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { DropCode } from '../submission/dropped-span.js';
import { type ExpectedType, SpanFault, wrongEnum, wrongType } from '../submission/span-fault.js';

const MAX_UINT32 = 0xffff_ffff;

/**
 * Creates a reader for members of one type. The reader returns `undefined` for an absent member and for null, and
 * throws a SpanFault for a value of another type.
 */
function createReader<Value extends JsonValue>(
  expected: ExpectedType,
  isRight: (value: JsonValue) => value is Value,
) {
  return (object: JsonObject, key: string, code: DropCode = 'invalid_span'): Value | undefined => {
    const input = object[key] ?? undefined;
    if (input === undefined || isRight(input)) {
      return input;
    }
    throw wrongType(code, { loc: [key], input }, expected);
  };
}

export const textIn = createReader('string', (value) => typeof value === 'string');
export const objectIn = createReader('object', isJsonObject);
export const listIn = createReader('list', (value): value is JsonValue[] => Array.isArray(value));
export const countIn = createReader('integer', isUint32);

function isUint32(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UINT32;
}

/** Reads a member that must be one of several names; returns `undefined` if the member is absent or null. */
export function enumIn<Name extends string>(
  object: JsonObject,
  key: string,
  names: readonly Name[],
): Name | undefined {
  const input = object[key] ?? undefined;
  if (input === undefined || isOneOf(names, input)) {
    return input;
  }
  throw wrongEnum({ loc: [key], input }, names);
}

function isOneOf<Name extends string>(names: readonly Name[], value: JsonValue): value is Name {
  return (names as readonly JsonValue[]).includes(value);
}

/** Reads the entries of a list. The location of a fault includes the entry's index. */
export function readEntries<Entry>(
  list: readonly JsonValue[],
  { name, code }: { readonly name: string; readonly code: DropCode },
  read: (entry: JsonObject) => Entry,
): Entry[] {
  const entries: Entry[] = [];
  try {
    for (const value of list) {
      if (!isJsonObject(value)) {
        throw wrongType(code, { loc: [], input: value }, 'object');
      }
      entries.push(read(value));
    }
    return entries;
  } catch (error) {
    throw error instanceof SpanFault ? error.within([name, entries.length]) : error;
  }
}
