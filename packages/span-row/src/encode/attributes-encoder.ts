import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type AttributePath, AttributePaths, noRivals } from './attribute-path.js';
import { writeJson, writeJsonScalar, writeJsonString } from './json-text.js';
import { boolPairHash, numberPairHash, textPairHash } from './pair-hash.js';
import { RowWriter } from './row-writer.js';

/** Maximum number of leaves that are listed for a vector or a long list. */
const MAX_ARRAY_ELEMENTS = 128;
const MAX_LEAVES = 1024;
/** Maximum number of paths that are looked up for one span, including the paths of empty objects. */
const MAX_PATHS = 8 * MAX_LEAVES;
/**
 * Lower bound on the size limit for a span's keys. The limit grows with the size of the attributes. Without a limit, a
 * long name above many short leaves would be repeated for each leaf.
 */
const MIN_KEY_BYTES = 4096;
const KEY_BYTES_PER_TEXT_BYTE = 4;
const SCRATCH_BYTES = 16_384;

/**
 * Writes the attributes as JSON. In the same walk, writes the keys, numbers and hashes of the scalar leaves. These
 * columns serve only to preselect rows and may omit leaves; a bit of `present` shows that leaves are omitted
 * (docs/adr/060).
 */
export class AttributesEncoder {
  readonly #paths = new AttributePaths();
  readonly #stringKeys = new RowWriter(SCRATCH_BYTES);
  readonly #numberKeys = new RowWriter(SCRATCH_BYTES);
  readonly #boolKeys = new RowWriter(SCRATCH_BYTES);
  readonly #numbers = new RowWriter(SCRATCH_BYTES);
  readonly #hashes = new RowWriter(SCRATCH_BYTES);
  #leavesLeft = 0;
  #pathsLeft = 0;
  #keyBytes = 0;
  #textStart = 0;
  #keys = 0;
  #isCut = false;

  /** Number of paths created and number of keys written since the start. */
  get work(): { readonly paths: number; readonly keys: number } {
    return { paths: this.#paths.created, keys: this.#keys };
  }

  /** Writes the columns of the attributes. Returns true if some leaves are only in the JSON. */
  encode(row: RowWriter, attributes: JsonObject): boolean {
    this.#leavesLeft = MAX_LEAVES;
    this.#pathsLeft = MAX_PATHS;
    this.#keyBytes = 0;
    this.#isCut = false;
    this.#stringKeys.clear();
    this.#numberKeys.clear();
    this.#boolKeys.clear();
    this.#numbers.clear();
    this.#hashes.clear();
    const start = row.reserveLength();
    this.#textStart = start;
    this.#object(row, attributes, this.#paths.root());
    row.setLength(start);
    if (this.#isCut) {
      this.#hashes.uint32(0);
    }
    writeText(row, this.#stringKeys);
    writeText(row, this.#numberKeys);
    writeText(row, this.#boolKeys);
    writeArray(row, this.#numbers, 8);
    writeArray(row, this.#hashes, 4);
    return this.#isCut;
  }

  #value(row: RowWriter, value: JsonValue, path: AttributePath): void {
    if (typeof value === 'string') {
      writeJsonString(row, value);
      if (this.#enter(row, this.#stringKeys, path)) {
        this.#hashes.uint32(textPairHash(path.hash, value));
      }
    } else if (Array.isArray(value)) {
      this.#array(row, value, path);
    } else if (isJsonObject(value)) {
      this.#object(row, value, path);
    } else {
      writeJsonScalar(row, value);
      this.#scalarEntry(row, value, path);
    }
  }

  #scalarEntry(row: RowWriter, value: null | boolean | number | bigint, path: AttributePath): void {
    if (typeof value === 'boolean') {
      if (this.#enter(row, this.#boolKeys, path)) {
        this.#hashes.uint32(boolPairHash(path.hash, value));
      }
    } else if (value !== null && this.#enter(row, this.#numberKeys, path)) {
      const number = Number(value) + 0; // turns -0 into 0
      this.#numbers.float64(number);
      this.#hashes.uint32(numberPairHash(path.hash, number));
    }
  }

  #object(row: RowWriter, object: JsonObject, path: AttributePath): void {
    row.uint8(0x7b);
    let isFirst = true;
    for (const name in object) {
      const value = object[name];
      if (value === undefined) {
        continue;
      }
      if (!isFirst) {
        row.uint8(0x2c);
      }
      isFirst = false;
      const child = this.#takePath() ? this.#paths.member(path, name) : undefined;
      if (child === undefined) {
        this.#isCut = true;
        writeJsonName(row, name);
        writeJson(row, value);
      } else {
        this.#isCut ||= child.rivals !== noRivals && hasRival(object, child.rivals);
        this.#name(row, name, child);
        this.#value(row, value, child);
      }
    }
    row.uint8(0x7d);
  }

  #name(row: RowWriter, name: string, child: AttributePath): void {
    const jsonKey = this.#paths.jsonKeyOf(child, name);
    if (jsonKey === undefined) {
      writeJsonName(row, name);
    } else {
      row.raw(jsonKey);
    }
  }

  #array(row: RowWriter, values: readonly JsonValue[], path: AttributePath): void {
    row.uint8(0x5b);
    for (let index = 0; index < values.length; index++) {
      if (index > 0) {
        row.uint8(0x2c);
      }
      const value = values[index] as JsonValue;
      const isListed = index < MAX_ARRAY_ELEMENTS && this.#takePath();
      const child = isListed ? this.#paths.element(path, index) : undefined;
      if (child === undefined) {
        this.#isCut = true;
        writeJson(row, value);
      } else {
        this.#value(row, value, child);
      }
    }
    row.uint8(0x5d);
  }

  /** Counts a path; returns false if no more leaves may be listed. */
  #takePath(): boolean {
    if (this.#pathsLeft === 0 || this.#leavesLeft === 0) {
      return false;
    }
    this.#pathsLeft -= 1;
    return true;
  }

  /** Adds the key of a leaf; returns false if the leaf cannot be listed. */
  #enter(row: RowWriter, keys: RowWriter, path: AttributePath): boolean {
    const { dotted } = path;
    if (!path.isListed || this.#leavesLeft === 0 || !this.#takeKeyBytes(dotted.length, row)) {
      this.#isCut = true;
      return false;
    }
    this.#leavesLeft -= 1;
    this.#keys += 1;
    const bytes = this.#paths.keyOf(path);
    if (bytes === undefined) {
      keys.utf8(dotted);
      keys.uint8(0);
    } else {
      keys.raw(bytes);
    }
    return true;
  }

  #takeKeyBytes(count: number, row: RowWriter): boolean {
    const textBytes = row.position - this.#textStart;
    if (this.#keyBytes + count > MIN_KEY_BYTES + KEY_BYTES_PER_TEXT_BYTE * textBytes) {
      return false;
    }
    this.#keyBytes += count;
    return true;
  }
}

function writeJsonName(row: RowWriter, name: string): void {
  writeJsonString(row, name);
  row.uint8(0x3a);
}

/** Returns true if a sibling makes, or may make, a name with dots ambiguous. */
function hasRival(object: JsonObject, rivals: readonly string[] | undefined): boolean {
  return rivals === undefined || rivals.some((rival) => Object.hasOwn(object, rival));
}

function writeText(row: RowWriter, text: RowWriter): void {
  row.varint(text.position);
  row.append(text);
}

function writeArray(row: RowWriter, elements: RowWriter, elementBytes: number): void {
  row.varint(elements.position / elementBytes);
  row.append(elements);
}
