import type { HttpResponse } from '@spanhouse/api-kit';

/** Writes to a response as fast as the client reads it. */
export class ResponseRoom {
  readonly #res: HttpResponse;
  #goOn: () => void = () => undefined;
  #isListening = false;

  constructor(res: HttpResponse) {
    this.#res = res;
  }

  /** Writes a chunk. Resolves when there is room for more. Does nothing after the connection is closed. */
  async write(chunk: string | Uint8Array): Promise<void> {
    if (this.#res.destroyed || this.#res.write(chunk)) {
      return;
    }
    await this.#room();
  }

  /** Resolves when the connection accepts more data. If the connection closes, `drain` is never emitted. */
  #room(): Promise<void> {
    if (!this.#isListening) {
      // Listeners are added only once, because a compressed response does not remove them.
      this.#isListening = true;
      this.#res.on('drain', () => this.#goOn()).on('close', () => this.#goOn());
    }
    return new Promise((resolve) => {
      this.#goOn = resolve;
    });
  }
}
