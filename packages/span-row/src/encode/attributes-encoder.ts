import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type AttributePath, AttributePaths } from './attribute-path.js';
import { writeJson, writeJsonScalar, writeJsonString } from './json-text.js';
import { toMapText } from './map-text.js';
import { RowWriter } from './row-writer.js';

/** Limits how many entries a vector or a long list adds to the filter maps. */
const MAX_ARRAY_ELEMENTS = 128;
const MAX_MAP_ENTRIES = 1024;
const SCRATCH_BYTES = 16_384;

/**
 * Writes the JSON text of the attributes and the filter maps of their scalar leaves in one walk. The
 * maps only preselect rows: they may lack leaves, and then a bit of `present` is set (docs/adr/065).
 */
export class AttributesEncoder {
  readonly #paths = new AttributePaths();
  readonly #strings = new MapEntries();
  readonly #numbers = new MapEntries();
  readonly #bools = new MapEntries();
  #entriesLeft = 0;
  #isCut = false;

  /** Writes the text column and the three map columns. Returns whether the maps lack leaves. */
  encode(row: RowWriter, attributes: JsonObject): boolean {
    this.#entriesLeft = MAX_MAP_ENTRIES;
    this.#isCut = false;
    for (const entries of [this.#strings, this.#numbers, this.#bools]) {
      entries.clear(); // an encode that threw may have left some
    }
    const start = row.reserveLength();
    this.#object(row, attributes, this.#paths.root());
    row.setLength(start);
    this.#strings.flush(row);
    this.#numbers.flush(row);
    this.#bools.flush(row);
    return this.#isCut;
  }

  #value(row: RowWriter, value: JsonValue, path: AttributePath): void {
    if (typeof value === 'string') {
      writeJsonString(row, value);
      this.#enter(this.#strings, path)?.string(toMapText(value));
    } else if (Array.isArray(value)) {
      this.#array(row, value, path);
    } else if (isJsonObject(value)) {
      this.#object(row, value, path);
    } else {
      writeJsonScalar(row, value);
      this.#scalarEntry(value, path);
    }
  }

  #scalarEntry(value: null | boolean | number | bigint, path: AttributePath): void {
    if (typeof value === 'boolean') {
      this.#enter(this.#bools, path)?.bool(value);
    } else if (value !== null) {
      this.#enter(this.#numbers, path)?.float64(Number(value) + 0); // -0 is 0
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
      const place = this.#paths.member(path, name);
      if (place.rivals.length > 0) {
        this.#isCut ||= place.rivals.some((rival) => Object.hasOwn(object, rival));
      }
      row.raw(place.jsonKey);
      this.#value(row, value, place);
    }
    row.uint8(0x7d);
  }

  #array(row: RowWriter, values: readonly JsonValue[], path: AttributePath): void {
    row.uint8(0x5b);
    for (let index = 0; index < values.length; index++) {
      if (index > 0) {
        row.uint8(0x2c);
      }
      const value = values[index] as JsonValue;
      if (index < MAX_ARRAY_ELEMENTS) {
        this.#value(row, value, this.#paths.element(path, index));
      } else {
        this.#isCut = true;
        writeJson(row, value);
      }
    }
    row.uint8(0x5d);
  }

  /** Adds a leaf and returns the writer for its value; `undefined` if the maps cannot contain the leaf. */
  #enter(entries: MapEntries, path: AttributePath): RowWriter | undefined {
    if (path.mapKey === undefined || this.#entriesLeft === 0) {
      this.#isCut = true;
      return undefined;
    }
    this.#entriesLeft -= 1;
    return entries.enter(path.mapKey);
  }
}

/** Collects the entries of one map column, because their number precedes them in the row. */
class MapEntries {
  readonly #writer = new RowWriter(SCRATCH_BYTES);
  #count = 0;

  enter(mapKey: Uint8Array): RowWriter {
    this.#count += 1;
    this.#writer.raw(mapKey);
    return this.#writer;
  }

  flush(row: RowWriter): void {
    row.varint(this.#count);
    if (this.#count > 0) {
      row.append(this.#writer);
    }
  }

  clear(): void {
    this.#writer.clear();
    this.#count = 0;
  }
}
