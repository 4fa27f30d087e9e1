import type { Json } from '../shown-span.js';
import type { JsonIndex } from './json-index.js';
import { parseExactJson } from './parse-exact-json.js';

/**
 * Represents an object or list that is too large to build. To code that does not know this class, it looks like an
 * object without members.
 */
export class UnreadJson {
  readonly #index: JsonIndex;
  readonly #container: number;

  constructor(index: JsonIndex, container: number) {
    this.#index = index;
    this.#container = container;
  }

  get index(): JsonIndex {
    return this.#index;
  }

  get container(): number {
    return this.#container;
  }

  /** The length of the JSON string. */
  get size(): number {
    return this.#index.endOf(this.#container) - this.#index.beginOf(this.#container);
  }

  get text(): string {
    const { text } = this.#index;
    return text.slice(this.#index.beginOf(this.#container), this.#index.endOf(this.#container));
  }
}

/** Returns the given value if it is an UnreadJson; undefined for other values. */
export function asUnread(value: Json | undefined): UnreadJson | undefined {
  const found: unknown = value;
  return found instanceof UnreadJson ? found : undefined;
}

const sources = new WeakMap<object, UnreadJson>();

/** Records the JSON from which an object or list was built. */
export function noteSource(value: object, source: UnreadJson): void {
  sources.set(value, source);
}

/** Returns the recorded JSON from which a value was built, or undefined if none was recorded. */
export function sourceOf(value: Json): UnreadJson | undefined {
  return (
    asUnread(value) ??
    (typeof value === 'object' && value !== null ? sources.get(value) : undefined)
  );
}

/** Returns the parsed content of an `UnreadJson`. Any other value is returned unchanged. */
export function readWhole<Value>(value: Value): Value {
  return value instanceof UnreadJson ? (parseExactJson(value.text) as Value) : value;
}
