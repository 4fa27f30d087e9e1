import type { TextHeaders } from '../messages/message-headers.js';
import { MAX_OFFSET } from './log-keys.js';
import type { LogStore } from './log-store.js';
import { decodeStored, encodeStored } from './stored-message.js';

/** Name of the header with the time of a letter's first put. Letters from earlier versions do not have this header. */
export const putAtHeader = 'put-at';
/** Name of the header that marks a settled letter. The other headers and the bytes of such a letter are removed. */
export const settledHeader = 'settled';

/** A letter, or the mark of a settled letter. */
export interface StoredLetter {
  readonly headers: TextHeaders;
  readonly payload: Buffer;
  /** Size of the stored value. */
  readonly bytes: number;
}

export interface LetterEntry {
  readonly key: Buffer;
  readonly headers: TextHeaders;
}

const TIME_BYTES = 6;
const KEY_BYTES = 12;

/**
 * The dead letters in the file, and an index of their headers by time. Both change in the same transaction, because a
 * call queues all its writes together.
 */
export class StoredLetters {
  readonly #store: LogStore;

  constructor(store: LogStore) {
    this.#store = store;
  }

  read(key: Buffer): StoredLetter | undefined {
    const value = this.#store.deadLetters.getBinary(key);
    return value && { ...decodeStored(Buffer.from(value)), bytes: value.byteLength };
  }

  /** Yields every letter in key order. */
  *all(): IterableIterator<StoredLetter & { readonly key: Buffer }> {
    for (const { key, value } of this.#store.deadLetters.getRange({})) {
      const stored = decodeStored(Buffer.from(value));
      yield { key: Buffer.from(key), ...stored, bytes: value.byteLength };
    }
  }

  /**
   * Yields the letters before the time `timeMs`, newest first. If `key` is given, starts after the letter with this
   * time and key.
   */
  *newestFirst(from: { timeMs: number; key?: Buffer }): IterableIterator<LetterEntry> {
    const start = timeKeyOf(from.timeMs, from.key ?? Buffer.alloc(KEY_BYTES));
    const range = { start, reverse: true, exclusiveStart: true };
    for (const { key, value } of this.#store.letterTimes.getRange(range)) {
      const { headers } = decodeStored(Buffer.from(value));
      yield { key: Buffer.from(key).subarray(TIME_BYTES), headers };
    }
  }

  /** Returns the size of the value that `write` stores. */
  static bytesOf(headers: TextHeaders, payload: Uint8Array): number {
    return encodeStored(headers, payload).byteLength;
  }

  /** Stores a letter and replaces its previous version. A settled letter is removed from the time index. */
  write(key: Buffer, headers: TextHeaders, payload: Uint8Array): Promise<unknown> {
    const before = this.read(key);
    const writes = [
      before && this.#store.letterTimes.remove(timeKeyOf(readPutAt(before.headers), key)),
      this.#store.deadLetters.put(key, encodeStored(headers, payload)),
      isSettled(headers) ? undefined : this.#index(key, headers),
    ];
    return Promise.all(writes);
  }

  remove(key: Buffer, headers: TextHeaders): Promise<unknown> {
    return Promise.all([
      this.#store.deadLetters.remove(key),
      this.#store.letterTimes.remove(timeKeyOf(readPutAt(headers), key)),
    ]);
  }

  /** Adds to the time index the letters that earlier versions stored. */
  async completeTimes(): Promise<void> {
    const missing = [...this.all()].filter(
      ({ key, headers }) =>
        !isSettled(headers) &&
        !this.#store.letterTimes.doesExist(timeKeyOf(readPutAt(headers), key)),
    );
    await Promise.all(missing.map(({ key, headers }) => this.#index(key, headers)));
  }

  #index(key: Buffer, headers: TextHeaders): Promise<unknown> {
    const timeKey = timeKeyOf(readPutAt(headers), key);
    return this.#store.letterTimes.put(timeKey, encodeStored(headers, Buffer.alloc(0)));
  }
}

export function readPutAt(headers: TextHeaders): number {
  return Number(headers[putAtHeader] ?? 0);
}

export function isSettled(headers: TextHeaders): boolean {
  return headers[settledHeader] !== undefined;
}

/**
 * Encodes the time in six bytes, followed by the letter's key. If the time does not fit, uses the nearest time that
 * does.
 */
function timeKeyOf(timeMs: number, key: Buffer): Buffer {
  const timeKey = Buffer.allocUnsafe(TIME_BYTES + KEY_BYTES);
  timeKey.writeUIntBE(Math.min(Math.max(0, timeMs), MAX_OFFSET), 0, TIME_BYTES);
  key.copy(timeKey, TIME_BYTES);
  return timeKey;
}
