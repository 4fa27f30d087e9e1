import type { Json } from '../shown-span.js';
import type { JsonIndex } from './json-index.js';
import { parseExactJson } from './parse-exact-json.js';

/**
 * An object or a list that is too large to build. It stands in the place of a value, where code that does not
 * know it sees an object without members.
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

  /** The length of the text. */
  get size(): number {
    return this.#index.endOf(this.#container) - this.#index.beginOf(this.#container);
  }

  get text(): string {
    const { text } = this.#index;
    return text.slice(this.#index.beginOf(this.#container), this.#index.endOf(this.#container));
  }
}

/** Returns the value if it is one that was not built. */
export function unreadOf(value: Json | undefined): UnreadJson | undefined {
  const found: unknown = value;
  return found instanceof UnreadJson ? found : undefined;
}

const sources = new WeakMap<object, UnreadJson>();

/** Notes the text from which an object or a list was built. */
export function noteSource(value: object, source: UnreadJson): void {
  sources.set(value, source);
}

/** Returns the place of an object or a list in the text of a large answer; undefined for others. */
export function sourceOf(value: Json): UnreadJson | undefined {
  return (
    unreadOf(value) ??
    (typeof value === 'object' && value !== null ? sources.get(value) : undefined)
  );
}

/** Returns a value, built if it was not. */
export function readWhole<Value>(value: Value): Value {
  return value instanceof UnreadJson ? (parseExactJson(value.text) as Value) : value;
}
