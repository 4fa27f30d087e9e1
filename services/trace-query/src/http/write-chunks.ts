import { once } from 'node:events';
import type { HttpResponse } from '@spanhouse/service-runtime';

/** Large enough that a write costs little beside the text, small beside a page. */
const CHUNK_CHARACTERS = 256 * 1024;

/** Writes texts to a response as fast as the client takes them. */
export class ChunkWriter {
  readonly #res: HttpResponse;
  #chunk = '';
  #isInLine = false;

  constructor(res: HttpResponse) {
    this.#res = res;
  }

  /** What has not been written yet. */
  get rest(): string {
    return this.#chunk;
  }

  /** The last text that was written ended no line. */
  get isInLine(): boolean {
    return this.#isInLine;
  }

  async write(text: string): Promise<void> {
    this.#chunk += text;
    this.#isInLine = !text.endsWith('\n');
    if (this.#chunk.length >= CHUNK_CHARACTERS) await this.#send();
  }

  /** The client has everything so far, compressed or not. */
  async flush(): Promise<void> {
    if (this.#chunk !== '') await this.#send();
    const res: HttpResponse & { flush?: () => void } = this.#res;
    // Only answers that may be compressed have it.
    if (!res.destroyed) res.flush?.();
  }

  async #send(): Promise<void> {
    const chunk = this.#chunk;
    this.#chunk = '';
    if (this.#res.destroyed || this.#res.write(chunk)) return;
    const stop = new AbortController();
    const { signal } = stop;
    // The connection may close instead; an abandoned wait would otherwise never end.
    await Promise.race([
      once(this.#res, 'drain', { signal }),
      once(this.#res, 'close', { signal }),
    ]);
    stop.abort();
  }
}
