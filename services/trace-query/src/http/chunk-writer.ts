import { once } from 'node:events';
import type { HttpResponse } from '@spanhouse/api-kit';

/**
 * The size of a chunk: large enough to make the cost of a write negligible, and small compared with
 * a page.
 */
const CHUNK_CHARACTERS = 256 * 1024;

/** Writes texts to a response in chunks, as fast as the client takes them. */
export class ChunkWriter {
  readonly #res: HttpResponse;
  #chunk = '';
  #isInLine = false;

  constructor(res: HttpResponse) {
    this.#res = res;
  }

  /** The text that is not written yet; the caller ends the response with it. */
  get rest(): string {
    return this.#chunk;
  }

  /** Whether the last text ended within a line. */
  get isInLine(): boolean {
    return this.#isInLine;
  }

  /** Resolves when there is room for more. Does nothing once the connection is closed. */
  async write(text: string): Promise<void> {
    this.#chunk += text;
    this.#isInLine = !text.endsWith('\n');
    if (this.#chunk.length >= CHUNK_CHARACTERS) {
      await this.#send();
    }
  }

  /**
   * Writes each piece as soon as it is available. Requests no further pieces once the connection is
   * closed.
   */
  async writeAll(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
    for await (const piece of pieces) {
      await this.write(piece);
      if (this.#res.destroyed) {
        return;
      }
    }
  }

  /** Resolves when all text so far has been handed to the connection, compressed or not. */
  async flush(): Promise<void> {
    if (this.#chunk !== '') {
      await this.#send();
    }
    // Only responses that may be compressed have this method.
    const res: HttpResponse & { flush?: () => void } = this.#res;
    if (!res.destroyed) {
      res.flush?.();
    }
  }

  async #send(): Promise<void> {
    const chunk = this.#chunk;
    this.#chunk = '';
    if (this.#res.destroyed || this.#res.write(chunk)) {
      return;
    }
    const stop = new AbortController();
    const { signal } = stop;
    // The connection may close instead, and then no `drain` follows.
    await Promise.race([
      once(this.#res, 'drain', { signal }),
      once(this.#res, 'close', { signal }),
    ]);
    stop.abort();
  }
}
