import { Buffer } from 'node:buffer';

/** Factor that spreads path hashes, so that a path and an equal value do not cancel each other out. */
const PATH_FACTOR = 2_654_435_769;
const C1 = 0xcc9e2d51;
const C2 = 0x1b873593;

const scratch = Buffer.allocUnsafeSlow(512);
const number = new DataView(new ArrayBuffer(8));

/**
 * Returns the part of a pair hash that depends on the path. Ignores trailing digits, so that the result is the same for
 * all elements of a list.
 */
export function pathHash(path: string): number {
  return Math.imul(textHash(path.replace(/[0-9]+$/, '')), PATH_FACTOR);
}

/**
 * Returns the hash of a path and the beginning of a string (`cutText`). The hash is never 0. The equivalent in
 * ClickHouse is `greatest(bitXor(murmurHash3_32(value), toUInt32(murmurHash3_32(path) * 2654435769)), 1)`.
 */
export function textPairHash(path: number, text: string): number {
  return pair(path, textHash(cutText(text)));
}

/** Returns the hash of a path and the Float64 bytes of a number. */
export function numberPairHash(path: number, value: number): number {
  number.setFloat64(0, value, true);
  const first = mix(0, number.getUint32(0, true));
  return pair(path, finish(mix(first, number.getUint32(4, true)), 8));
}

const trueHash = textHash('true');
const falseHash = textHash('false');

/** Returns the hash of a path and the string `true` or `false`. */
export function boolPairHash(path: number, value: boolean): number {
  return pair(path, value ? trueHash : falseHash);
}

function pair(path: number, value: number): number {
  return (path ^ value) >>> 0 || 1;
}

/** Returns the 32-bit MurmurHash3 of the UTF-8 bytes, with seed 0. */
function textHash(text: string): number {
  const { length } = text;
  let hash = 0;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    const a = text.charCodeAt(at);
    const b = text.charCodeAt(at + 1);
    const c = text.charCodeAt(at + 2);
    const d = text.charCodeAt(at + 3);
    if ((a | b | c | d) > 0x7f) {
      return bytesHash(text);
    }
    hash = mix(hash, a | (b << 8) | (c << 16) | (d << 24));
  }
  let rest = 0;
  for (let index = length - 1; index >= at; index--) {
    const code = text.charCodeAt(index);
    if (code > 0x7f) {
      return bytesHash(text);
    }
    rest = (rest << 8) | code;
  }
  return finish(hash ^ scramble(rest), length);
}

function bytesHash(text: string): number {
  const isShort = text.length * 3 <= scratch.length;
  const bytes = isShort ? scratch.subarray(0, scratch.write(text)) : Buffer.from(text);
  const { length } = bytes;
  let hash = 0;
  let at = 0;
  for (; at + 4 <= length; at += 4) {
    hash = mix(hash, bytes.readInt32LE(at));
  }
  let rest = 0;
  for (let index = length - 1; index >= at; index--) {
    rest = (rest << 8) | (bytes[index] as number);
  }
  return finish(hash ^ scramble(rest), length);
}

function scramble(block: number): number {
  const product = Math.imul(block, C1);
  return Math.imul((product << 15) | (product >>> 17), C2);
}

function mix(hash: number, block: number): number {
  const mixed = hash ^ scramble(block);
  return Math.imul((mixed << 13) | (mixed >>> 19), 5) + 0xe6546b64;
}

function finish(hash: number, length: number): number {
  let h = hash ^ length;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

/**
 * Maximum number of characters that are hashed. If a string is longer, only its beginning is hashed. The maps of
 * earlier rows also stored only this beginning.
 */
const MAX_TEXT_CHARS = 96;

/** Truncates a long string without splitting a surrogate pair. */
export function cutText(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) {
    return text;
  }
  const last = text.charCodeAt(MAX_TEXT_CHARS - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalfPair ? MAX_TEXT_CHARS - 1 : MAX_TEXT_CHARS);
}
