import type { JsonValue } from '@spanhouse/span-schema';
import { RequestTooComplex } from './request-too-complex.js';

const SHORT_KEYS = 5000;
/**
 * Minimum length of a free key, including its string value. With so many characters, the additional cost of a new key
 * is small in comparison.
 */
const SHORTEST_FREE = 48;

/**
 * The number of different attribute keys that a request may still have. A new key is a hundred times as expensive as a
 * known key: it is split, looked up in the tables of all conventions, and becomes part of new objects. A key is free if
 * it is long, or if it is long together with its string value.
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
