import { randomBytes } from 'node:crypto';
import type { TextHeaders } from './message-headers.js';

const ID_BYTES = 6;

/**
 * Numbers the messages of a publisher in each partition, from 1, so that a missing message shows as a gap
 * (docs/adr/155). MUST be called in the order in which the messages enter the log.
 */
export class MessageNumbers {
  readonly #publisher = randomBytes(ID_BYTES).toString('hex');
  readonly #last = new Map<number, number>();
  #restarts = 0;

  /** Adds the writer and the next number to the headers of a message. */
  number(partition: number, headers: TextHeaders): TextHeaders {
    const number = (this.#last.get(partition) ?? 0) + 1;
    this.#last.set(partition, number);
    return { ...headers, writer: `${this.#publisher}.${this.#restarts}`, number: String(number) };
  }

  /**
   * Call this after a failed write. Its messages may be in the log or not, so later messages are numbered under another
   * writer.
   */
  restart(): void {
    this.#restarts += 1;
    this.#last.clear();
  }
}
