import { promisify } from 'node:util';
import { constants, createZstdCompress, type ZstdCompress, zstdDecompress } from 'node:zlib';
import { reasonOf } from './reason-of.js';

/**
 * Maximum number of streams. It equals the default size of Node's thread pool, so more streams would only wait for a
 * thread.
 */
const MAX_STREAMS = 4;

/** Size of the chunks in which zlib returns a frame. */
const CHUNK_SIZE = 256 * 1024;

/**
 * Compresses zstd frames in the thread pool. It uses a few long-lived streams. Each stream compresses one frame at a
 * time.
 * `zlib.zstdCompress` creates a stream, a context and output memory for every call, which costs the main thread three
 * to six times as much time as writing to an open stream.
 */
class FrameCompressor {
  readonly #idle: FrameStream[] = [];
  readonly #waiting: ((stream: FrameStream) => void)[] = [];
  #streams = 0;

  /** Compresses `bytes` into one frame. Waits for a free stream if all streams are in use. */
  async compress(bytes: Uint8Array): Promise<Buffer> {
    const stream = await this.#take();
    try {
      const frame = await stream.compress(bytes);
      this.#giveBack(stream);
      return frame;
    } catch (error) {
      this.#giveBack(new FrameStream());
      throw error;
    }
  }

  #take(): FrameStream | Promise<FrameStream> {
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      return idle;
    }
    if (this.#streams < MAX_STREAMS) {
      this.#streams += 1;
      return new FrameStream();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(stream: FrameStream): void {
    const next = this.#waiting.shift();
    if (next === undefined) {
      this.#idle.push(stream);
    } else {
      next(stream);
    }
  }
}

/** One open zstd stream, which must be replaced after an error. */
class FrameStream {
  readonly #stream: ZstdCompress = createZstdCompress({
    chunkSize: CHUNK_SIZE,
    flush: constants.ZSTD_e_end, // each write becomes one frame and one thread-pool job
    params: {
      [constants.ZSTD_c_compressionLevel]: 1,
      [constants.ZSTD_c_checksumFlag]: 1,
    },
  });
  #chunks: Buffer[] = [];
  #reject: (error: Error) => void = () => undefined;

  constructor() {
    this.#stream.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#stream.on('error', (error) => this.#reject(error));
  }

  compress(bytes: Uint8Array): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#reject = reject;
      this.#stream.write(bytes, () => {
        const rest: Buffer | null = this.#stream.read();
        const chunks = rest === null ? this.#chunks : [...this.#chunks, rest];
        this.#chunks = [];
        const [only] = chunks;
        resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks));
      });
    });
  }
}

const decompress = promisify(zstdDecompress);

/**
 * Returns the maximum size of the frame for `rowBytes` bytes that cannot be compressed: ZSTD_COMPRESSBOUND plus the
 * checksum, rounded up.
 */
export function frameBytesBound(rowBytes: number): number {
  return rowBytes + (rowBytes >> 8) + 1024;
}

const compressor = new FrameCompressor();

/** Compresses rows in the thread pool into one zstd frame, at level 1 and with a checksum. */
export function compressRows(rows: Uint8Array): Promise<Buffer> {
  return compressor.compress(rows);
}

export type FrameOutcome =
  | { readonly status: 'readable'; readonly rows: Buffer }
  /** The frame is damaged, or its size differs from the stated size. */
  | { readonly status: 'unreadable'; readonly reason: string };

/**
 * Decompresses a frame of known size. Never allocates more than `uncompressedBytes`, regardless of the size in the
 * frame's own header.
 */
export async function decompressFrame(
  frame: Uint8Array,
  uncompressedBytes: number,
): Promise<FrameOutcome> {
  let rows: Buffer;
  try {
    rows = await decompress(frame, {
      chunkSize: Math.max(constants.Z_MIN_CHUNK, uncompressedBytes + 1),
      maxOutputLength: Math.max(1, uncompressedBytes),
    });
  } catch (error) {
    return { status: 'unreadable', reason: reasonOf(error) };
  }
  return rows.byteLength === uncompressedBytes
    ? { status: 'readable', rows }
    : {
        status: 'unreadable',
        reason: `${rows.byteLength} bytes where the headers say ${uncompressedBytes}`,
      };
}

/**
 * Decompresses a frame of unknown size. Never allocates more than `maxBytes`, regardless of the size in the frame's own
 * header.
 */
export async function openFrame(frame: Uint8Array, maxBytes: number): Promise<FrameOutcome> {
  try {
    return { status: 'readable', rows: await decompress(frame, { maxOutputLength: maxBytes }) };
  } catch (error) {
    return { status: 'unreadable', reason: reasonOf(error) };
  }
}
