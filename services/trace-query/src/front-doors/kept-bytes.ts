import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib';

/** JSON of spans takes less than a tenth of its size, in less time than it takes to read them again. */
const params = { [constants.ZSTD_c_compressionLevel]: 1 };
const CHUNK_BYTES = 256 * 1024;

/** Keeps bytes in memory, compressed where they are many. */
export class KeptBytes {
  readonly #compressed: Uint8Array[] = [];
  #compressedBytes = 0;
  #last: Uint8Array[] = [];
  #lastBytes = 0;

  /** The bytes that it takes. */
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

  /** Yields what was added, in its order; what was added at once is in one chunk. */
  *chunks(): Generator<Buffer> {
    for (const compressed of this.#compressed) {
      yield zstdDecompressSync(compressed);
    }
    yield Buffer.concat(this.#last);
  }
}
