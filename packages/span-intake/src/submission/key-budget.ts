import type { JsonValue } from '@spanhouse/span-schema';
import { RequestTooComplex } from './request-too-complex.js';

const SHORT_KEYS = 5000;
/**
 * Minimum total length of a key and its string value that makes the key free. Compared with the cost of that many
 * characters, the extra cost of a new key is small.
 */
const SHORTEST_FREE = 48;

/**
 * Limits the number of different short attribute keys in a request. A new key is a hundred times as expensive as a
 * known key: it is split, looked up in the tables of all conventions, and becomes part of new objects. A key is free if
 * the key and its string value together have SHORTEST_FREE or more characters.
 */
export class KeyBudget {
  readonly #short = new Set<string>();

  /** Charges the budget for a key that is not in a cache. Throws RequestTooComplex. */
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
