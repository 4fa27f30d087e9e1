import { Buffer } from 'node:buffer';
import { LimitedBuffer } from './limited-buffer.js';

const SHORT_TEXT = 64;
const LOOPED_BYTES = 64;
const EXACT_SIZE_FROM = 65_536;

/** Writes RowBinary values one after another. */
export class RowWriter extends LimitedBuffer {
  uint8(value: number): void {
    this.reserve(1);
    this.bytes[this.position++] = value;
  }

  bool(value: boolean): void {
    this.uint8(value ? 1 : 0);
  }

  uint16(value: number): void {
    this.reserve(2);
    this.view.setUint16(this.position, value, true);
    this.position += 2;
  }

  uint32(value: number): void {
    this.reserve(4);
    this.view.setUint32(this.position, value, true);
    this.position += 4;
  }

  /** Sets the given bits in the UInt32 at `position`. */
  setBits32(position: number, bits: number): void {
    this.view.setUint32(position, this.view.getUint32(position, true) | bits, true);
  }

  /** Replaces the UInt32 at `position`. */
  setUint32(position: number, value: number): void {
    this.view.setUint32(position, value, true);
  }

  int64(value: bigint): void {
    this.reserve(8);
    this.view.setBigInt64(this.position, value, true);
    this.position += 8;
  }

  float64(value: number): void {
    this.reserve(8);
    this.view.setFloat64(this.position, value, true);
    this.position += 8;
  }

  /** Writes hex digits as `hex.length / 2` bytes. */
  fixedHex(hex: string): void {
    const count = hex.length >>> 1;
    this.reserve(count);
    this.#hex(hex, count);
  }

  zeros(count: number): void {
    this.reserve(count);
    for (const end = this.position + count; this.position < end; this.position++) {
      this.bytes[this.position] = 0;
    }
  }

  /** Writes a UUID as ClickHouse stores it, in two little-endian halves. */
  uuid(dashed: string): void {
    this.reserve(16);
    const start = this.position;
    this.#hex(dashed.replaceAll('-', ''), 16);
    this.bytes.subarray(start, start + 8).reverse();
    this.bytes.subarray(start + 8, start + 16).reverse();
  }

  varint(value: number): void {
    this.reserve(8);
    let rest = value;
    while (rest > 0x7f) {
      this.bytes[this.position++] = (rest & 0x7f) | 0x80;
      rest = Math.floor(rest / 128);
    }
    this.bytes[this.position++] = rest;
  }

  /**
   * Reserves four bytes for a length that is not known yet, and returns the position after them. ClickHouse accepts a
   * varint with padding.
   */
  reserveLength(): number {
    this.reserve(4);
    this.position += 4;
    return this.position;
  }

  /**
   * Fills in the reserved length with the number of bytes since `start`, the result of `reserveLength`. The number is
   * at most 2^28.
   */
  setLength(start: number): void {
    const length = this.position - start;
    this.bytes[start - 4] = (length & 0x7f) | 0x80;
    this.bytes[start - 3] = ((length >>> 7) & 0x7f) | 0x80;
    this.bytes[start - 2] = ((length >>> 14) & 0x7f) | 0x80;
    this.bytes[start - 1] = (length >>> 21) & 0x7f;
  }

  raw(source: Uint8Array): void {
    const length = source.length;
    this.reserve(length);
    if (length > LOOPED_BYTES) {
      this.bytes.set(source, this.position);
    } else {
      const bytes = this.bytes;
      const start = this.position;
      for (let index = 0; index < length; index++) {
        bytes[start + index] = source[index] as number;
      }
    }
    this.position += length;
  }

  /** Appends the bytes of another writer. */
  append(other: RowWriter): void {
    this.reserve(other.position);
    this.position += other.bytes.copy(this.bytes, this.position, 0, other.position);
  }

  /** Writes an ASCII string without a length. */
  ascii(text: string): void {
    const length = text.length;
    this.reserve(length);
    const bytes = this.bytes;
    let at = this.position;
    for (let index = 0; index < length; index++) {
      bytes[at++] = text.charCodeAt(index);
    }
    this.position = at;
  }

  /** Writes the length of a string and its UTF-8 bytes. */
  string(text: string): void {
    if (text.length > SHORT_TEXT || !this.#shortAscii(text)) {
      this.#anyString(text);
    }
  }

  /** Writes the UTF-8 bytes of a string without a length. */
  utf8(text: string): void {
    const bound = text.length * 3;
    this.reserve(bound < EXACT_SIZE_FROM ? bound : Buffer.byteLength(text));
    this.position += this.bytes.write(text, this.position);
  }

  /** Writes a string of at most SHORT_TEXT characters. Returns false and writes nothing if the string is not ASCII. */
  #shortAscii(text: string): boolean {
    const length = text.length;
    this.reserve(length + 1);
    const bytes = this.bytes;
    let at = this.position;
    bytes[at++] = length;
    for (let index = 0; index < length; index++) {
      const code = text.charCodeAt(index);
      if (code > 0x7f) {
        return false;
      }
      bytes[at++] = code;
    }
    this.position = at;
    return true;
  }

  /**
   * Writes any string. Estimates the size of the length field from the string, and moves the bytes if the estimate is
   * wrong.
   */
  #anyString(text: string): void {
    if (text.length * 3 > EXACT_SIZE_FROM) {
      this.varint(Buffer.byteLength(text));
      this.utf8(text);
      return;
    }
    const start = this.position;
    const prefix = varintSize(text.length);
    this.reserve(text.length * 3 + 4);
    const written = this.bytes.write(text, start + prefix);
    const needed = varintSize(written);
    if (needed !== prefix) {
      this.bytes.copyWithin(start + needed, start + prefix, start + prefix + written);
    }
    this.varint(written);
    this.position += written;
  }

  #hex(hex: string, count: number): void {
    const bytes = this.bytes;
    let at = this.position;
    for (let index = 0; index < count; index++) {
      bytes[at++] =
        (hexDigit(hex.charCodeAt(index * 2)) << 4) | hexDigit(hex.charCodeAt(index * 2 + 1));
    }
    this.position = at;
  }
}

function varintSize(value: number): number {
  if (value < 0x80) {
    return 1;
  }
  return value < 0x4000 ? 2 : 3;
}

/** Converts the character code of a hex digit to its value. `0` is 0x30, `A` is 0x41, and `a` is 0x61. */
function hexDigit(code: number): number {
  return (code & 15) + (code >> 6) * 9;
}
