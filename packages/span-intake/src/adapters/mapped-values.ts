import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { type AgKey, isAtOrBelow } from './ag-key.js';

/** Index of the first character at which `ag.metrics` and `ag.meta` differ. */
const METRICS_AT = 6;
const metricsCode = 'ag.metrics'.charCodeAt(METRICS_AT);

/** The values that adapters have mapped on one span. A later value replaces an earlier value of the same key. */
export class MappedValues {
  readonly #values = new Map<AgKey, JsonValue>();
  readonly #removedSources: string[] = [];
  /** True if the mapped values contain usage. */
  hasUsage = false;
  /** True if the mapped values contain costs. */
  hasCosts = false;
  #hasMetrics = false;
  #hasLists = false;

  get(key: AgKey): JsonValue | undefined {
    return this.#values.get(key);
  }

  /**
   * Maps a value to a key. Does nothing for `undefined`. Copies objects, so that later merges do not change the source.
   */
  set(key: AgKey, value: JsonValue | undefined): void {
    if (value === undefined) {
      return;
    }
    if (key.charCodeAt(METRICS_AT) === metricsCode) {
      this.#hasMetrics = true;
    }
    this.#values.set(key, typeof value === 'object' ? copyOf(value) : value);
  }

  /** Maps a value if there is no value at this path or below it. */
  fill(key: AgKey, value: JsonValue | undefined): void {
    if (value !== undefined && !this.hasAtOrBelow(key)) {
      this.set(key, value);
    }
  }

  /** Maps a value to a path inside a list, such as `ag.data.inputs.prompt.0.role`. */
  setInList(key: AgKey, value: JsonValue): void {
    this.#hasLists = true;
    this.set(key, value);
  }

  /** Reports whether anything was mapped below `ag.metrics`. */
  get hasMetrics(): boolean {
    return this.#hasMetrics;
  }

  /** Reports whether anything was mapped to a path inside a list. */
  get hasLists(): boolean {
    return this.#hasLists;
  }

  /** Iterates over the values below `path`, each with its path relative to `path`. */
  *below(path: AgKey): Iterable<[rest: string, value: JsonValue]> {
    for (const [key, value] of this.#values) {
      if (key.length > path.length && isAtOrBelow(key, path)) {
        yield [key.slice(path.length + 1), value];
      }
    }
  }

  /** Removes the value of a key. Values below the key remain. */
  delete(key: AgKey): void {
    this.#values.delete(key);
  }

  /** Reports whether there is a value at this path or below it. */
  hasAtOrBelow(path: AgKey): boolean {
    for (const key of this.#values.keys()) {
      if (isAtOrBelow(key, path)) {
        return true;
      }
    }
    return false;
  }

  /** Removes the values at this path and below it. */
  deleteAtAndBelow(path: AgKey): void {
    for (const key of this.#values.keys()) {
      if (isAtOrBelow(key, path)) {
        this.#values.delete(key);
      }
    }
  }

  /** Moves the values below one path to another path. */
  moveBelow(from: AgKey, to: AgKey): void {
    for (const [key, value] of [...this.#values]) {
      if (isAtOrBelow(key, from)) {
        this.#values.delete(key);
        this.#values.set(`${to}${key.slice(from.length)}` as AgKey, value);
      }
    }
  }

  /** Removes an attribute from the span. */
  removeSource(key: string): void {
    this.#removedSources.push(key);
  }

  /** Adds the mapped values to the span's attributes. Never overwrites an `ag.*` value that the producer sent. */
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
