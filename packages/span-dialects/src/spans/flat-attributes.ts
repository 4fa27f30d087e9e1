import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';

/** A value that no dialect splits further. The elements of a list all have the same type: string, boolean or number. */
export type LeafValue = null | boolean | number | bigint | string | readonly ScalarValue[];
type ScalarValue = boolean | number | bigint | string;

export type FlatAttribute = readonly [key: string, value: LeafValue];

/**
 * Name of the object in which ingest stores leaves with conflicting paths under their dotted keys (docs/api/ingest.md).
 */
const conflicts = '_conflicts';
const agUnsupported = 'ag.unsupported';

/**
 * Lists the attributes of a span or link as key-value pairs in stored order. Keys of nested objects are joined with
 * dots, and the elements of a list with mixed types are listed by index. Leaves in `_conflicts` come last, under their
 * original keys. If a key occurs several times, its second leaf gets the key `<key>#2`, and its third leaf `<key>#3`.
 */
export function flattenSpanAttributes(
  attributes: JsonObject | undefined,
): readonly FlatAttribute[] {
  const flat = new FlatAttributes();
  flat.addMembers(attributes ?? {}, undefined);
  return flat.finish();
}

/**
 * Lists the attributes of a resource, scope or event as `flattenSpanAttributes` does, except that `_conflicts` has no
 * special meaning.
 */
export function flattenAttributes(attributes: JsonObject | undefined): readonly FlatAttribute[] {
  const flat = new FlatAttributes(false);
  flat.addMembers(attributes ?? {}, undefined);
  return flat.finish();
}

class FlatAttributes {
  readonly #values = new Map<string, LeafValue>();
  readonly #late: JsonObject[] = [];
  readonly #hasConflicts: boolean;

  constructor(hasConflicts = true) {
    this.#hasConflicts = hasConflicts;
  }

  /** Adds the members of the object at `path`; an undefined path means the root. */
  addMembers(object: JsonObject, path: string | undefined): void {
    for (const key of Object.keys(object)) {
      const value = object[key] as JsonValue;
      if (key === conflicts && isJsonObject(value) && this.#holdsConflicts(path)) {
        this.#late.push(value);
      } else {
        this.#add(value, path === undefined ? key : `${path}.${key}`);
      }
    }
  }

  finish(): readonly FlatAttribute[] {
    for (let object = this.#late.shift(); object !== undefined; object = this.#late.shift()) {
      this.addMembers(object, undefined);
    }
    return [...this.#values];
  }

  #holdsConflicts(path: string | undefined): boolean {
    return this.#hasConflicts && (path === undefined || path === agUnsupported);
  }

  #add(value: JsonValue, path: string): void {
    if (isJsonObject(value)) {
      this.addMembers(value, path);
    } else if (!Array.isArray(value) || isOfOneType(value)) {
      this.#set(path, value);
    } else {
      value.forEach((element, index) => {
        if (element !== null) {
          this.#add(element, `${path}.${index}`);
        }
      });
    }
  }

  #set(key: string, value: LeafValue): void {
    let free = key;
    for (let next = 2; this.#values.has(free); next++) {
      free = `${key}#${next}`;
    }
    this.#values.set(free, value);
  }
}

function isOfOneType(list: readonly JsonValue[]): list is readonly ScalarValue[] {
  return list.length === 0 || ['string', 'boolean', 'number'].some((type) => isAll(list, type));
}

function isAll(list: readonly JsonValue[], type: string): boolean {
  return list.every((element) => typeOf(element) === type);
}

function typeOf(value: JsonValue): string {
  return typeof value === 'bigint' ? 'number' : typeof value;
}
