const INITIAL_BYTES = 64 * 1024;

/** Collects the output of an LZ77 decompressor. Throws if the output exceeds `maxBytes`. */
export class BoundedOutput {
  readonly #maxBytes: number;
  #bytes = Buffer.allocUnsafe(INITIAL_BYTES);
  #length = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(literal: Buffer): void {
    const at = this.#grow(literal.byteLength);
    literal.copy(this.#bytes, at);
  }

  /**
   * Appends `length` bytes, copied from the position `distance` bytes before the end. The copied range may include
   * bytes that this call itself appends.
   */
  repeat(distance: number, length: number): void {
    if (distance < 1 || distance > this.#length) {
      throw new Error(`there is nothing ${distance} bytes before the byte ${this.#length}`);
    }
    const at = this.#grow(length);
    for (let done = 0; done < length; ) {
      const count = Math.min(length - done, distance + done);
      this.#bytes.copyWithin(at + done, at - distance, at - distance + count);
      done += count;
    }
  }

  /** Returns the collected output. */
  finish(): Buffer {
    return this.#bytes.subarray(0, this.#length);
  }

  #grow(by: number): number {
    const at = this.#length;
    this.#length += by;
    if (this.#length > this.#maxBytes) {
      throw new RangeError(`the text has more than ${this.#maxBytes} bytes`);
    }
    if (this.#length > this.#bytes.byteLength) {
      const bytes = Buffer.allocUnsafe(Math.max(this.#length, 2 * this.#bytes.byteLength));
      this.#bytes.copy(bytes, 0, 0, at);
      this.#bytes = bytes;
    }
    return at;
  }
}
