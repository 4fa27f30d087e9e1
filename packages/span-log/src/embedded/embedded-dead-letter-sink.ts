import type { DeadLetter, DeadLetterSink } from '../dead-letter-sink.js';
import { encodeDeadLetterHeaders, toDeadLetter } from '../messages/dead-letter-headers.js';
import type { GroupCommit } from './group-commit.js';
import { deadLetterKeyOf } from './log-keys.js';
import type { LogStore } from './log-store.js';
import { decodeStored, encodeStored } from './stored-message.js';

/** Keeps dead letters in a sub-database of the log's file; a repeated letter replaces itself. */
export class EmbeddedDeadLetterSink implements DeadLetterSink {
  readonly #store: LogStore;
  readonly #commits: GroupCommit;

  constructor(store: LogStore, commits: GroupCommit) {
    this.#store = store;
    this.#commits = commits;
  }

  async put(letters: readonly DeadLetter[]): Promise<void> {
    if (letters.length === 0) {
      return;
    }
    await this.#commits.write(() =>
      Promise.all(
        letters.map((letter) =>
          this.#store.deadLetters.put(
            deadLetterKeyOf(letter.origin, letter.firstRow),
            encodeStored(encodeDeadLetterHeaders(letter), letter.bytes),
          ),
        ),
      ),
    );
  }

  /** Returns the first letters in the order of their origin. */
  list({ limit }: { limit: number }): readonly DeadLetter[] {
    return Array.from(this.#store.deadLetters.getRange({ limit }), ({ value }) => {
      const { headers, payload } = decodeStored(Buffer.from(value));
      return toDeadLetter(headers, payload);
    });
  }

  async close(): Promise<void> {
    await this.#commits.finished();
  }
}
