import type { HttpResponse } from '@spanhouse/api-kit';

/** Writes to a response no faster than the client takes it. */
export class ResponseRoom {
  readonly #res: HttpResponse;
  #goOn: () => void = () => undefined;
  #isListening = false;

  constructor(res: HttpResponse) {
    this.#res = res;
  }

  /** Resolves when there is room for more. Does nothing once the connection is closed. */
  async write(chunk: string | Uint8Array): Promise<void> {
    if (this.#res.destroyed || this.#res.write(chunk)) {
      return;
    }
    await this.#room();
  }

  /** Resolves when the connection takes more. It may close instead, and then no `drain` follows. */
  #room(): Promise<void> {
    if (!this.#isListening) {
      // Only once: a compressed response does not remove listeners.
      this.#isListening = true;
      this.#res.on('drain', () => this.#goOn()).on('close', () => this.#goOn());
    }
    return new Promise((resolve) => {
      this.#goOn = resolve;
    });
  }
}
