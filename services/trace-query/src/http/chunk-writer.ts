import type { HttpResponse } from '@spanhouse/api-kit';

/** Size of a chunk: large enough to make the cost of a write negligible, and small compared with a page. */
const CHUNK_CHARACTERS = 256 * 1024;

/** Writes strings to a response in chunks, as fast as the client reads them. */
export class ChunkWriter {
  readonly #res: HttpResponse;
  #chunk = '';
  /** True if the last string did not end with a newline. */
  isInLine = false;
  readonly #room: ResponseRoom;

  constructor(res: HttpResponse) {
    this.#res = res;
    this.#room = new ResponseRoom(res);
  }

  /** Buffered characters that have not been written. The caller sends them when it ends the response. */
  get rest(): string {
    return this.#chunk;
  }

  /** Writes a string. Resolves when the connection accepts more data. Does nothing after the connection is closed. */
  async write(text: string): Promise<void> {
    this.isInLine = !text.endsWith('\n');
    let at = 0;
    do {
      const end = endOfChunk(text, at);
      this.#chunk += text.slice(at, end);
      at = end;
      if (this.#chunk.length >= CHUNK_CHARACTERS) {
        await this.#send();
      }
    } while (at < text.length && !this.#res.destroyed);
  }

  /** Writes each piece as soon as it is available. Stops reading pieces after the connection is closed. */
  async writeAll(pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
    for await (const piece of pieces) {
      await this.write(piece);
      if (this.#res.destroyed) {
        return;
      }
    }
  }

  /** Resolves when all buffered characters have been passed to the connection, compressed or not. */
  async flush(): Promise<void> {
    if (this.#chunk !== '') {
      await this.#send();
    }
    // Only a response that may be compressed has this method.
    const res: HttpResponse & { flush?: () => void } = this.#res;
    if (!res.destroyed) {
      res.flush?.();
    }
  }

  async #send(): Promise<void> {
    const chunk = this.#chunk;
    this.#chunk = '';
    await this.#room.write(chunk);
  }
}

/** Returns the end of the chunk that begins at `at`. Chunks never split a surrogate pair. */
function endOfChunk(text: string, at: number): number {
  const end = at + CHUNK_CHARACTERS;
  const isHighSurrogate = (text.charCodeAt(end - 1) & 0xfc00) === 0xd800;
  return isHighSurrogate ? end + 1 : end;
}

/** Writes to a response as fast as the client reads it. */
export class ResponseRoom {
  readonly #res: HttpResponse;
  #goOn: () => void = () => undefined;
  #isListening = false;

  constructor(res: HttpResponse) {
    this.#res = res;
  }

  /** Writes a chunk. Resolves when the connection accepts more data. Does nothing after the connection is closed. */
  async write(chunk: string | Uint8Array): Promise<void> {
    if (this.#res.destroyed || this.#res.write(chunk)) {
      return;
    }
    await this.#room();
  }

  /** Resolves when the connection accepts more data or closes. A closed connection never emits `drain`. */
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
