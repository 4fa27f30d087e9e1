import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/**
 * At this level, compression shrinks the JSON of spans to less than a tenth of its size, and takes less time than
 * reading the spans from the store again.
 */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };
const CHUNK_BYTES = 256 * 1024;

/** Keeps bytes in memory, and compresses them if there are many. */
export class KeptBytes {
  readonly #compressed: Uint8Array[] = [];
  #compressedBytes = 0;
  #last: Uint8Array[] = [];
  #lastBytes = 0;

  /** Number of bytes in memory. */
  get size(): number {
    return this.#compressedBytes + this.#lastBytes;
  }

  add(bytes: Uint8Array): void {
    this.#last.push(bytes);
    this.#lastBytes += bytes.length;
    if (this.#lastBytes >= CHUNK_BYTES) {
      const compressed = zstdCompressSync(Buffer.concat(this.#last), { params });
      this.#compressed.push(compressed);
      this.#compressedBytes += compressed.length;
      this.#last = [];
      this.#lastBytes = 0;
    }
  }

  /** Yields the added bytes in order. The bytes of one `add` call are never split between chunks. */
  *chunks(): Generator<Buffer> {
    for (const compressed of this.#compressed) {
      yield zstdDecompressSync(compressed);
    }
    yield Buffer.concat(this.#last);
  }
}
