/**
 * Writes the payload of a token: numbers of fixed and variable length, strings and hex digits. A small number takes one
 * byte, which keeps tokens short.
 */
export class TokenPayloadWriter {
  readonly #bytes: number[] = [];

  uint8(value: number): void {
    this.#bytes.push(value & 0xff);
  }

  /** Writes a non-negative safe integer as unsigned LEB128. */
  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.#bytes.push((rest % 0x80) | 0x80);
      rest = Math.floor(rest / 0x80);
    }
    this.#bytes.push(rest);
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

  /** Writes a string in UTF-8, preceded by its number of bytes. */
  text(text: string): void {
    const encoded = Buffer.from(text, 'utf8');
    this.varint(encoded.length);
    this.bytes(encoded);
  }

  bytes(bytes: Uint8Array): void {
    for (const byte of bytes) {
      this.#bytes.push(byte);
    }
  }

  toBytes(): Uint8Array {
    return Uint8Array.from(this.#bytes);
  }
}

/** Reads the values that a `TokenPayloadWriter` has written, in the same order; see `readTokenPayload`. */
export class TokenPayloadReader {
  readonly #buffer: Buffer;
  #position = 0;

  constructor(bytes: Uint8Array) {
    this.#buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#position === this.#buffer.length;
  }

  uint8(): number {
    return this.bytes(1).readUInt8();
  }

  varint(): number {
    let value = 0;
    for (let scale = 1; scale <= 2 ** 49; scale *= 0x80) {
      const byte = this.uint8();
      value += (byte & 0x7f) * scale;
      if (byte < 0x80 && Number.isSafeInteger(value)) {
        return value;
      }
    }
    throw new MalformedPayload();
  }

  int64(): bigint {
    return this.bytes(8).readBigInt64BE();
  }

  float64(): number {
    return this.bytes(8).readDoubleBE();
  }

  hex(byteCount: number): string {
    return this.bytes(byteCount).toString('hex');
  }

  text(): string {
    return this.bytes(this.varint()).toString('utf8');
  }

  bytes(byteCount: number): Buffer {
    const start = this.#position;
    if (start + byteCount > this.#buffer.length) {
      throw new MalformedPayload();
    }
    this.#position += byteCount;
    return this.#buffer.subarray(start, this.#position);
  }
}

class MalformedPayload extends Error {}

/** Returns the result of `read`, or undefined if the payload ends early or contains a malformed number. */
export function readTokenPayload<Value>(
  payload: Uint8Array,
  read: (reader: TokenPayloadReader) => Value,
): Value | undefined {
  try {
    return read(new TokenPayloadReader(payload));
  } catch (error) {
    if (error instanceof MalformedPayload) {
      return undefined;
    }
    throw error;
  }
}
