import { type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { decodeAgValue } from '../encoded-ag-value.js';
import {
  BYTES,
  FIXED64,
  MalformedProtobuf,
  type ProtobufReader,
  tagOf,
  VARINT,
} from './protobuf-reader.js';
import { eachField } from './read-fields.js';

/** Maximum nesting of values. JSON bodies have the same limit. */
const DEEPEST_VALUE = 500;

/** Number of elements for which the first `push` reserves memory. Copying a shorter array frees the unused part. */
const SPARE_ELEMENTS = 16;

const keyTag = tagOf(1, BYTES);
const valueTag = tagOf(2, BYTES);
const entries = tagOf(1, BYTES);

type ReadValue = (reader: ProtobufReader, levelsLeft: number) => JsonValue;

const valueByTag: (ReadValue | undefined)[] = [];
valueByTag[tagOf(1, BYTES)] = (reader) => reader.text();
valueByTag[tagOf(2, VARINT)] = (reader) => reader.uint32() !== 0;
valueByTag[tagOf(3, VARINT)] = (reader) => reader.int64();
valueByTag[tagOf(4, FIXED64)] = (reader) => toJsonNumber(reader.double());
valueByTag[tagOf(5, BYTES)] = readArray;
valueByTag[tagOf(6, BYTES)] = readKeyValueList;
valueByTag[tagOf(7, BYTES)] = (reader) => reader.base64();

/** Converts a double. NaN and infinities become strings, because JSON cannot represent them. */
function toJsonNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

/** Reads one KeyValue into `attributes`. */
export function readAttribute(reader: ProtobufReader, attributes: JsonObject): void {
  readKeyValue(reader, attributes, DEEPEST_VALUE);
}

/** Reads one KeyValue like `readAttribute`, and decodes marked `ag.*` strings. */
export function readSpanAttribute(reader: ProtobufReader, attributes: JsonObject): void {
  const key = readKeyValue(reader, attributes, DEEPEST_VALUE);
  if (key.startsWith('ag.')) {
    const value = attributes[key];
    if (typeof value === 'string') {
      attributes[key] = decodeAgValue(key, value);
    }
  }
}

/** Reads one KeyValue into `target` and returns its key. */
function readKeyValue(reader: ProtobufReader, target: JsonObject, levelsLeft: number): string {
  const outer = reader.enter();
  let key = '';
  let value: JsonValue = null;
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    if (tag === keyTag) {
      key = reader.name();
    } else if (tag === valueTag) {
      value = readAnyValue(reader, levelsLeft);
    } else {
      reader.skip(tag);
    }
  }
  reader.leave(outer);
  setMember(target, key, value);
  return key;
}

/** Reads an AnyValue. If it has several values, the last one applies. An AnyValue without a value is null. */
function readAnyValue(reader: ProtobufReader, levelsLeft: number): JsonValue {
  const outer = reader.enter();
  let value: JsonValue = null;
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    const read = valueByTag[tag];
    if (read === undefined) {
      reader.skip(tag);
    } else {
      value = read(reader, levelsLeft);
    }
  }
  reader.leave(outer);
  return value;
}

function readArray(reader: ProtobufReader, levelsLeft: number): JsonValue[] {
  const values: JsonValue[] = [];
  readEntries(reader, levelsLeft, () => values.push(readAnyValue(reader, levelsLeft - 1)));
  return values.length < SPARE_ELEMENTS ? values.slice() : values;
}

function readKeyValueList(reader: ProtobufReader, levelsLeft: number): JsonObject {
  const object: JsonObject = {};
  readEntries(reader, levelsLeft, () => readKeyValue(reader, object, levelsLeft - 1));
  return object;
}

function readEntries(reader: ProtobufReader, levelsLeft: number, readEntry: () => void): void {
  if (levelsLeft === 0) {
    throw new MalformedProtobuf(
      `value nested deeper than ${DEEPEST_VALUE} levels`,
      reader.position,
    );
  }
  const outer = reader.enter();
  eachField(reader, entries, readEntry);
  reader.leave(outer);
}
