import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { type AgKey, isAtOrBelow } from './ag-key.js';

/** The index of the first character that differs between `ag.metrics` and `ag.meta`. */
const METRICS_AT = 6;
const metricsCode = 'ag.metrics'.charCodeAt(METRICS_AT);

/** The values that the adapters have mapped on one span. A later value replaces an earlier one. */
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
   * Maps a value to a key. Does nothing for `undefined`. Objects are copied, so that later merges do not change the
   * source.
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

  /** Maps a value if this path and all paths below it are empty. */
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

  /** Iterates over the values below a path. The names are relative to the path. */
  *below(path: AgKey): Iterable<[rest: string, value: JsonValue]> {
    for (const [key, value] of this.#values) {
      if (key.length > path.length && isAtOrBelow(key, path)) {
        yield [key.slice(path.length + 1), value];
      }
    }
  }

  /** Removes the value of a key, but not the values below it. */
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

  /** Moves the values below one path to another. */
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

  /** Adds the values to the attributes of the span. Never overwrites an `ag.*` value of the producer. */
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
