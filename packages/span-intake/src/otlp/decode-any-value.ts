import { type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { decodeAgValue } from './encoded-ag-value.js';
import { MalformedProtobuf } from './malformed-protobuf.js';
import { BYTES, FIXED64, type ProtobufReader, tagOf, VARINT } from './protobuf-reader.js';

/** As deep as a JSON body may be. */
const DEEPEST_VALUE = 500;

const KEY = tagOf(1, BYTES);
const VALUE = tagOf(2, BYTES);
const ENTRIES = tagOf(1, BYTES);

type ReadValue = (reader: ProtobufReader, levelsLeft: number) => JsonValue;

const VALUE_BY_TAG: (ReadValue | undefined)[] = [];
VALUE_BY_TAG[tagOf(1, BYTES)] = (reader) => reader.text();
VALUE_BY_TAG[tagOf(2, VARINT)] = (reader) => reader.uint32() !== 0;
VALUE_BY_TAG[tagOf(3, VARINT)] = (reader) => reader.int64();
VALUE_BY_TAG[tagOf(4, FIXED64)] = (reader) => toJsonNumber(reader.double());
VALUE_BY_TAG[tagOf(5, BYTES)] = readArray;
VALUE_BY_TAG[tagOf(6, BYTES)] = readKeyValueList;
VALUE_BY_TAG[tagOf(7, BYTES)] = (reader) => reader.base64();

/** JSON has no NaN and no infinities. */
function toJsonNumber(value: number): number | string {
  return Number.isFinite(value) ? value : String(value);
}

/** Reads one KeyValue into `attributes`. */
export function readAttribute(reader: ProtobufReader, attributes: JsonObject): void {
  readKeyValue(reader, attributes, DEEPEST_VALUE);
}

/** Like `readAttribute`; a marked `ag.*` text becomes what it stands for. */
export function readSpanAttribute(reader: ProtobufReader, attributes: JsonObject): void {
  const key = readKeyValue(reader, attributes, DEEPEST_VALUE);
  if (key.startsWith('ag.')) {
    const value = attributes[key];
    if (typeof value === 'string') {
      attributes[key] = decodeAgValue(key, value);
    }
  }
}

/** Returns the key. */
function readKeyValue(reader: ProtobufReader, target: JsonObject, levelsLeft: number): string {
  const outer = reader.enter();
  let key = '';
  let value: JsonValue = null;
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    if (tag === KEY) {
      key = reader.text();
    } else if (tag === VALUE) {
      value = readAnyValue(reader, levelsLeft);
    } else {
      reader.skip(tag);
    }
  }
  reader.leave(outer);
  setMember(target, key, value);
  return key;
}

/** Of several values in one AnyValue the last counts; one without any is null. */
function readAnyValue(reader: ProtobufReader, levelsLeft: number): JsonValue {
  const outer = reader.enter();
  let value: JsonValue = null;
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    const read = VALUE_BY_TAG[tag];
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
  return values;
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
  while (!reader.isAtEnd) {
    const tag = reader.tag();
    if (tag === ENTRIES) {
      readEntry();
    } else {
      reader.skip(tag);
    }
  }
  reader.leave(outer);
}
