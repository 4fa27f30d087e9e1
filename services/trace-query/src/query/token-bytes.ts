/** Writes the payload of a token: fixed and variable-length integers, hex, doubles. */
export class TokenWriter {
  readonly #bytes: number[] = [];

  uint8(value: number): void {
    this.#bytes.push(value & 0xff);
  }

  /** LEB128 of an unsigned integer. */
  varint(value: bigint): void {
    let rest = value;
    while (rest >= 0x80n) {
      this.#bytes.push(Number(rest & 0x7fn) | 0x80);
      rest >>= 7n;
    }
    this.#bytes.push(Number(rest));
  }

  int64(value: bigint): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64BE(value);
    this.bytes(bytes);
  }

  float64(value: number): void {
    const bytes = Buffer.alloc(8);
    bytes.writeDoubleBE(value);
    this.bytes(bytes);
  }

  hex(digits: string): void {
    this.bytes(Buffer.from(digits, 'hex'));
  }

  bytes(bytes: Uint8Array): void {
    this.#bytes.push(...bytes);
  }

  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Reads what a TokenWriter wrote. Throws past the end, which only a bug can reach: tokens are signed. */
export class TokenReader {
  readonly #buffer: Buffer;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes);
  }

  uint8(): number {
    return this.#take(1).readUInt8();
  }

  varint(): bigint {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = this.uint8();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }

  int64(): bigint {
    return this.#take(8).readBigInt64BE();
  }

  float64(): number {
    return this.#take(8).readDoubleBE();
  }

  hex(byteCount: number): string {
    return this.#take(byteCount).toString('hex');
  }

  bytes(byteCount: number): Uint8Array {
    return this.#take(byteCount);
  }

  #take(byteCount: number): Buffer {
    const start = this.#position;
    if (start + byteCount > this.#buffer.length) throw new Error('token payload ends early');
    this.#position += byteCount;
    return this.#buffer.subarray(start, this.#position);
  }
}
