import type { JsonValue } from '@spanhouse/span-schema';
import { RequestTooComplex } from './request-too-complex.js';

const SHORT_KEYS = 5000;
/** The work on a key is small compared with the work on this number of characters. */
const SHORTEST_FREE = 48;

/**
 * The distinct attribute keys that one request may have. A new key costs a hundred times as much as a known one: it is
 * split, looked up in the tables of all conventions, and becomes part of new objects. Keys that are long, alone or with
 * their text, are free.
 */
export class KeyBudget {
  readonly #short = new Set<string>();

  /** Takes a key that is in no cache. */
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
