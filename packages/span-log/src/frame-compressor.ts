import { constants, createZstdCompress, type ZstdCompress } from 'node:zlib';

/** As many as Node's thread pool has threads by default: more would wait there. */
const maxStreams = 4;

/** Frames are cut out of chunks of this size. */
const chunkSize = 256 * 1024;

/**
 * Makes zstd frames in the thread pool with a few long-lived streams, one frame at a time each.
 * `zlib.zstdCompress` makes a stream and its context for every call: four times the work on the main
 * thread and twice the CPU for a message of 85 kB (bench/span-log.ts).
 */
export class FrameCompressor {
  readonly #idle: FrameStream[] = [];
  readonly #waiting: ((stream: FrameStream) => void)[] = [];
  #streams = 0;

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
    if (idle !== undefined) return idle;
    if (this.#streams < maxStreams) {
      this.#streams += 1;
      return new FrameStream();
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  #giveBack(stream: FrameStream): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#idle.push(stream);
    else next(stream);
  }
}

class FrameStream {
  readonly #stream: ZstdCompress = createZstdCompress({
    chunkSize,
    flush: constants.ZSTD_e_end, // every write is a frame, and one job for the thread pool
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
