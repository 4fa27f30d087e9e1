import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { type AgKey, isAtOrBelow } from './ag-key.js';

/** What the adapters have mapped on one span so far: a later value takes the place of an earlier one. */
export class MappedValues {
  readonly #values = new Map<AgKey, JsonValue>();
  readonly #removedSources: string[] = [];

  get(key: AgKey): JsonValue | undefined {
    return this.#values.get(key);
  }

  /** Copies objects: what is mapped may be merged into, and its source stays on the span as it was sent. */
  set(key: AgKey, value: JsonValue): void {
    this.#values.set(key, typeof value === 'object' ? copyOf(value) : value);
  }

  delete(key: AgKey): void {
    this.#values.delete(key);
  }

  /** Whether there is a value at this path or below it. */
  hasAtOrBelow(path: AgKey): boolean {
    for (const key of this.#values.keys()) {
      if (isAtOrBelow(key, path)) {
        return true;
      }
    }
    return false;
  }

  deleteAtAndBelow(path: AgKey): void {
    for (const key of this.#values.keys()) {
      if (isAtOrBelow(key, path)) {
        this.#values.delete(key);
      }
    }
  }

  /** Takes an attribute off the span. */
  removeSource(key: string): void {
    this.#removedSources.push(key);
  }

  /** Adds the values to the attributes they were mapped from. What the producer itself sent as `ag.*` stays. */
  commitTo(attributes: JsonObject): void {
    for (const key of this.#removedSources) {
      delete attributes[key];
    }
    for (const [key, value] of this.#values) {
      if (attributes[key] === undefined) {
        attributes[key] = value;
      }
    }
  }
}

function copyOf(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(copyOf);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const copy: JsonObject = {};
  for (const key in value) {
    setMember(copy, key, copyOf(value[key] as JsonValue));
  }
  return copy;
}
