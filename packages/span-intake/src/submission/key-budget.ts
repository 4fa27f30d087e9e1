import type { JsonValue } from '@spanhouse/span-schema';
import { RequestTooComplex } from './request-too-complex.js';

const SHORT_KEYS = 5000;
/**
 * Number of characters from which a key is free. The work on so long a key and its text outweighs the additional work
 * on a new key.
 */
const SHORTEST_FREE = 48;

/**
 * The number of distinct attribute keys that one request may still have. A new key is a hundred times as expensive as a
 * known key: it is split, looked up in the tables of all conventions, and becomes part of new objects. A key is free if
 * it is long, alone or together with its text.
 */
export class KeyBudget {
  readonly #short = new Set<string>();

  /** Takes a key that is not in a cache from the budget. Throws RequestTooComplex. */
  take(key: string, value: JsonValue): void {
    const characters = key.length + (typeof value === 'string' ? value.length : 0);
    if (characters >= SHORTEST_FREE) {
      return;
    }
    this.#short.add(key);
    if (this.#short.size > SHORT_KEYS) {
      const reason = `The attributes of the request have more than ${SHORT_KEYS} different short keys.`;
      throw new RequestTooComplex('names', reason);
    }
  }
}
