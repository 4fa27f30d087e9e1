import { Buffer } from 'node:buffer';

const MAX_LENGTH_BYTES = 5;

/** Reads RowBinary values one after another. Throws RowDecodeError instead of reading beyond the given bytes. */
export class RowReader {
  readonly #bytes: Buffer;
  readonly #view: DataView;
  position = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.position >= this.#bytes.length;
  }

  /** Skips `count` bytes and returns the position of the first skipped byte. */
  skip(count: number): number {
    const start = this.position;
    if (count > this.#bytes.length - start) {
      throw new RowDecodeError(
        `${count} bytes expected, ${this.#bytes.length - start} left`,
        start,
      );
    }
    this.position = start + count;
    return start;
  }

  uint8(): number {
    return this.#view.getUint8(this.skip(1));
  }

  uint16(): number {
    return this.#view.getUint16(this.skip(2), true);
  }

  uint32(): number {
    return this.#view.getUint32(this.skip(4), true);
  }

  int64(): bigint {
    return this.#view.getBigInt64(this.skip(8), true);
  }

  float64(): number {
    return this.#view.getFloat64(this.skip(8), true);
  }

  hex(count: number): string {
    const start = this.skip(count);
    return this.#bytes.toString('hex', start, start + count);
  }

  uuid(): string {
    const start = this.skip(16);
    const high = this.#view.getBigUint64(start, true).toString(16).padStart(16, '0');
    const low = this.#view
      .getBigUint64(start + 8, true)
      .toString(16)
      .padStart(16, '0');
    return `${high.slice(0, 8)}-${high.slice(8, 12)}-${high.slice(12)}-${low.slice(0, 4)}-${low.slice(4)}`;
  }

  string(): string {
    return this.text(this.length());
  }

  /** Reads a string of `length` bytes. */
  text(length: number): string {
    if (length === 0) {
      return '';
    }
    const start = this.skip(length);
    return this.#bytes.toString('utf8', start, start + length);
  }

  /** Reads the UInt32 at a position that was skipped before. */
  uint32At(position: number): number {
    return this.#view.getUint32(position, true);
  }

  /**
   * Reads a length or a count. Refuses a number that exceeds the remaining bytes, before anything is allocated for it.
   */
  length(): number {
    const start = this.position;
    let value = 0;
    for (let index = 0; index < MAX_LENGTH_BYTES; index++) {
      const byte = this.uint8();
      value += (byte & 0x7f) * 128 ** index;
      if (byte < 0x80) {
        return this.#possible(value, start);
      }
    }
    throw new RowDecodeError('a length of more than 5 bytes', start);
  }

  #possible(length: number, start: number): number {
    if (length > this.#bytes.length - this.position) {
      throw new RowDecodeError(`a length of ${length}`, start);
    }
    return length;
  }
}

/** Reports bytes that are not rows of the given columns, for example truncated rows. */
export class RowDecodeError extends Error {
  readonly code = 'ROW_UNDECODABLE';
  readonly retryable = false;

  constructor(reason: string, position: number) {
    super(`rows cannot be decoded: ${reason} at byte ${position}`);
    this.name = 'RowDecodeError';
  }
}
