import { randomBytes } from 'node:crypto';
import type { TextHeaders } from './message-headers.js';

const ID_BYTES = 6;

/**
 * Numbers a publisher's messages in each partition, starting at 1, so that a gap reveals a missing message
 * (docs/adr/155). MUST be called in the order in which the messages enter the log.
 */
export class MessageNumbers {
  readonly #publisher = randomBytes(ID_BYTES).toString('hex');
  readonly #last = new Map<number, number>();
  #restarts = 0;

  /** Adds the writer id and the next number to a message's headers. */
  number(partition: number, headers: TextHeaders): TextHeaders {
    const number = (this.#last.get(partition) ?? 0) + 1;
    this.#last.set(partition, number);
    return { ...headers, writer: `${this.#publisher}.${this.#restarts}`, number: String(number) };
  }

  /**
   * Starts numbering again with a new writer id. Call this after a failed write, because the log may or may not contain
   * its messages.
   */
  restart(): void {
    this.#restarts += 1;
    this.#last.clear();
  }
}
