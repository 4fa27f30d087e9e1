import { Buffer } from 'node:buffer';

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;
/** Maximum number of bytes that a tag and a number take. */
const MAX_NUMBER_BYTES = 16;
/** Smallest length that takes more than one byte to encode. */
const LONG = 0x80;

/**
 * Writes Protobuf messages. Reserves one byte for the length of an embedded message. If the length needs more bytes,
 * the message is moved, which is cheaper than computing all lengths beforehand.
 */
export class MessageWriter {
  #bytes = Buffer.allocUnsafe(16 * 1024);
  #length = 0;

  /** Returns the written bytes and clears the writer. */
  take(): Buffer {
    const taken = Buffer.from(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
    return taken;
  }

  /** Writes a string field, even if the string is empty. */
  text(field: number, text: string): void {
    const at = this.open(field);
    this.#makeRoom(3 * text.length);
    this.#length += this.#bytes.write(text, this.#length, 'utf8');
    this.close(at);
  }

  /** Writes a bytes field from hex digits. */
  hex(field: number, digits: string): void {
    const at = this.open(field);
    this.#makeRoom(digits.length / 2);
    this.#length += this.#bytes.write(digits, this.#length, 'hex');
    this.close(at);
  }

  /** Writes a non-negative integer field, even if the integer is 0. */
  count(field: number, value: number): void {
    this.#tag(field, VARINT);
    this.#varint(value);
  }

  bool(field: number, value: boolean): void {
    this.count(field, value ? 1 : 0);
  }

  int64(field: number, value: bigint): void {
    this.#tag(field, VARINT);
    let rest = BigInt.asUintN(64, value);
    for (; rest > 0x7fn; rest >>= 7n) {
      this.#bytes[this.#length++] = Number(rest & 0x7fn) | 0x80;
    }
    this.#bytes[this.#length++] = Number(rest);
  }

  fixed64(field: number, value: bigint): void {
    this.#tag(field, FIXED64);
    this.#length = this.#bytes.writeBigUInt64LE(BigInt.asUintN(64, value), this.#length);
  }

  fixed32(field: number, value: number): void {
    this.#tag(field, FIXED32);
    this.#length = this.#bytes.writeUInt32LE(value, this.#length);
  }

  double(field: number, value: number): void {
    this.#tag(field, FIXED64);
    this.#length = this.#bytes.writeDoubleLE(value, this.#length);
  }

  /** Begins a field whose length is not known yet. Returns the value to pass to `close`. */
  open(field: number): number {
    this.#tag(field, BYTES);
    this.#length += 1;
    return this.#length;
  }

  close(at: number): void {
    const length = this.#length - at;
    if (length < LONG) {
      this.#bytes[at - 1] = length;
      return;
    }
    this.#makeRoom(MAX_NUMBER_BYTES);
    const moved = varintBytes(length) - 1;
    this.#bytes.copyWithin(at + moved, at, this.#length);
    this.#length = at - 1;
    this.#varint(length);
    this.#length += length;
  }

  /** Writes the tag and the length of a field. The caller writes the field's bytes elsewhere. */
  head(field: number, length: number): void {
    this.#tag(field, BYTES);
    this.#varint(length);
  }

  #tag(field: number, wireType: number): void {
    this.#makeRoom(MAX_NUMBER_BYTES);
    this.#varint(field * 8 + wireType);
  }

  #varint(value: number): void {
    let rest = value;
    while (rest >= LONG) {
      this.#bytes[this.#length++] = (rest % LONG) | LONG;
      rest = Math.floor(rest / LONG);
    }
    this.#bytes[this.#length++] = rest;
  }

  #makeRoom(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed > this.#bytes.length) {
      const larger = Buffer.allocUnsafe(Math.max(needed, 2 * this.#bytes.length));
      this.#bytes.copy(larger, 0, 0, this.#length);
      this.#bytes = larger;
    }
  }
}

function varintBytes(value: number): number {
  let bytes = 1;
  for (let rest = value; rest >= LONG; rest = Math.floor(rest / LONG)) {
    bytes += 1;
  }
  return bytes;
}
