import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type AttributePath, AttributePaths, noRivals } from './attribute-path.js';
import { writeJson, writeJsonScalar, writeJsonString } from './json-text.js';
import { toMapText } from './map-text.js';
import { RowWriter } from './row-writer.js';

/** Limits how many entries a vector or a long list adds to the filter maps. */
const MAX_ARRAY_ELEMENTS = 128;
const MAX_MAP_ENTRIES = 1024;
/** Limits the places that are looked up for one span, those of empty objects included. */
const MAX_PLACES = 8 * MAX_MAP_ENTRIES;
/**
 * Limits the bytes of the keys in the filter maps of a span to this number and a multiple of the text
 * of the attributes: one long name above many short leaves would be repeated for each of them.
 */
const MIN_KEY_BYTES = 4096;
const KEY_BYTES_PER_TEXT_BYTE = 4;
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
  #placesLeft = 0;
  #keyBytes = 0;
  #textStart = 0;
  #mapKeys = 0;
  #isCut = false;

  /** The work since the start: places that were made, and keys that were written to the filter maps. */
  get work(): { readonly places: number; readonly mapKeys: number } {
    return { places: this.#paths.created, mapKeys: this.#mapKeys };
  }

  /** Writes the text column and the three map columns. Returns whether the maps lack leaves. */
  encode(row: RowWriter, attributes: JsonObject): boolean {
    this.#entriesLeft = MAX_MAP_ENTRIES;
    this.#placesLeft = MAX_PLACES;
    this.#keyBytes = 0;
    this.#isCut = false;
    for (const entries of [this.#strings, this.#numbers, this.#bools]) {
      entries.clear(); // an encode that threw may have left some
    }
    const start = row.reserveLength();
    this.#textStart = start;
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
      this.#enter(row, this.#strings, path)?.string(toMapText(value));
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
      this.#enter(row, this.#bools, path)?.bool(value);
    } else if (value !== null) {
      this.#enter(row, this.#numbers, path)?.float64(Number(value) + 0); // -0 is 0
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
      const place = this.#takePlace() ? this.#paths.member(path, name) : undefined;
      if (place === undefined) {
        this.#isCut = true;
        writeJsonName(row, name);
        writeJson(row, value);
      } else {
        this.#isCut ||= place.rivals !== noRivals && hasRival(object, place.rivals);
        this.#name(row, name, place);
        this.#value(row, value, place);
      }
    }
    row.uint8(0x7d);
  }

  #name(row: RowWriter, name: string, place: AttributePath): void {
    const jsonKey = this.#paths.jsonKeyOf(place, name);
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
      const isListed = index < MAX_ARRAY_ELEMENTS && this.#takePlace();
      const place = isListed ? this.#paths.element(path, index) : undefined;
      if (place === undefined) {
        this.#isCut = true;
        writeJson(row, value);
      } else {
        this.#value(row, value, place);
      }
    }
    row.uint8(0x5d);
  }

  /** Returns whether the maps may still contain leaves at and below one more place. */
  #takePlace(): boolean {
    if (this.#placesLeft === 0 || this.#entriesLeft === 0) {
      return false;
    }
    this.#placesLeft -= 1;
    return true;
  }

  /** Adds a leaf and returns the writer for its value; `undefined` if the maps cannot contain the leaf. */
  #enter(row: RowWriter, entries: MapEntries, path: AttributePath): RowWriter | undefined {
    const { dotted } = path;
    // ClickHouse does not find every empty key of a map with LowCardinality keys
    if (!dotted || this.#entriesLeft === 0 || !this.#takeKeyBytes(dotted.length, row)) {
      this.#isCut = true;
      return undefined;
    }
    this.#entriesLeft -= 1;
    this.#mapKeys += 1;
    return entries.enter(this.#paths.mapKeyOf(path, dotted), dotted);
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

/** Reports whether a sibling makes a name with dots ambiguous, or might do so. */
function hasRival(object: JsonObject, rivals: readonly string[] | undefined): boolean {
  return rivals === undefined || rivals.some((rival) => Object.hasOwn(object, rival));
}

/** Collects the entries of one map column, because their number precedes them in the row. */
class MapEntries {
  readonly #writer = new RowWriter(SCRATCH_BYTES);
  #count = 0;

  enter(mapKey: Uint8Array | undefined, dotted: string): RowWriter {
    this.#count += 1;
    if (mapKey === undefined) {
      this.#writer.string(dotted);
    } else {
      this.#writer.raw(mapKey);
    }
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
