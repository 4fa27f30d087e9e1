import { Buffer } from 'node:buffer';

const SPARE_FACTOR = 16;

/** A reusable buffer that grows up to a limit. Unless documented otherwise, methods append at `position`. */
export class LimitedBuffer {
  bytes: Buffer;
  position = 0;
  protected view: DataView;
  readonly #initialBytes: number;
  #limit = Number.POSITIVE_INFINITY;
  /** The end of the buffer or the limit, whichever is smaller. */
  #end: number;

  constructor(initialBytes: number) {
    this.#initialBytes = initialBytes;
    this.bytes = Buffer.allocUnsafeSlow(initialBytes);
    this.view = viewOf(this.bytes);
    this.#end = initialBytes;
  }

  /** The highest position at which a value may start. Beyond this position, `reserve` throws RowLimitReached. */
  set limit(limit: number) {
    this.#limit = limit;
    this.#end = Math.min(this.bytes.length, limit);
  }

  /** Reserves `count` bytes starting at `position`. Called by all methods that write bytes. */
  reserve(count: number): void {
    if (this.position + count > this.#end) {
      this.#grow(this.position + count);
    }
  }

  /** Returns a view of the written bytes. The view is valid until the next write. */
  written(): Uint8Array {
    return this.bytes.subarray(0, this.position);
  }

  /** Resets the position to 0. Releases the memory if a very large value has enlarged the buffer. */
  clear(): void {
    this.position = 0;
    if (this.bytes.length > SPARE_FACTOR * this.#initialBytes) {
      this.#resize(this.#initialBytes);
    }
  }

  #grow(needed: number): void {
    if (this.position > this.#limit) {
      throw new RowLimitReached();
    }
    if (needed > this.bytes.length) {
      this.#resize(Math.max(this.bytes.length * 2, needed));
    }
  }

  #resize(length: number): void {
    const bytes = Buffer.allocUnsafeSlow(length);
    bytes.set(this.bytes.subarray(0, this.position));
    this.bytes = bytes;
    this.view = viewOf(bytes);
    this.#end = Math.min(length, this.#limit);
  }
}

/** Signals that a row exceeds its limit. The encoder then abandons the row. */
export class RowLimitReached extends Error {}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
