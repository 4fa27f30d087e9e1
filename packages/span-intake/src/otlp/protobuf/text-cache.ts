import type { Buffer } from 'node:buffer';

const LONGEST_CACHED = 40;
const SLOTS = 4096;

/**
 * Decodes strings. Recognises a repeated short ASCII string, such as an attribute key, by its bytes and returns the
 * same string object as before. This is cheaper than decoding, and the string object already has a hash for later
 * look-ups. A string is cached when it is seen for the second time. Ids occur only once and therefore do not evict
 * keys.
 */
export class TextCache {
  readonly #hashes = new Int32Array(SLOTS);
  readonly #texts: (string | undefined)[] = new Array(SLOTS).fill(undefined);
  /** True if the last decoded string was short and was not seen recently. */
  isNew = false;

  /** Decodes the bytes in `[start, end)` as UTF-8. */
  decode(bytes: Buffer, start: number, end: number): string {
    if (end - start > LONGEST_CACHED) {
      this.isNew = false;
      return bytes.toString('utf8', start, end);
    }
    let hash = end - start;
    let seen = 0;
    for (let at = start; at < end; at++) {
      const byte = bytes[at] as number;
      hash = Math.imul(hash ^ byte, 0x01000193);
      seen |= byte;
    }
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    this.isNew = this.#hashes[slot] !== hash;
    if (this.isNew) {
      this.#hashes[slot] = hash;
      this.#texts[slot] = undefined;
    }
    return seen > 0x7f
      ? bytes.toString('utf8', start, end)
      : this.#ascii(slot, bytes, { start, end });
  }

  #ascii(slot: number, bytes: Buffer, { start, end }: { start: number; end: number }): string {
    if (this.isNew) {
      return bytes.toString('latin1', start, end);
    }
    const known = this.#texts[slot];
    if (known?.length === end - start && isText(known, bytes, start)) {
      return known;
    }
    const text = bytes.toString('latin1', start, end);
    this.#texts[slot] = text;
    return text;
  }
}

function isText(text: string, bytes: Buffer, start: number): boolean {
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) !== bytes[start + index]) {
      return false;
    }
  }
  return true;
}
