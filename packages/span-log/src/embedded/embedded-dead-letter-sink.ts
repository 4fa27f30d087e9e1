import type { Clock } from '@spanhouse/service-runtime';
import type { DeadLetter, DeadLetterSink } from '../dead-letter-sink.js';
import { encodeDeadLetterHeaders, toDeadLetter } from '../messages/dead-letter-headers.js';
import { type DeadLetterBounds, putAtHeader } from './dead-letter-bounds.js';
import type { GroupCommit } from './group-commit.js';
import { deadLetterKeyOf } from './log-keys.js';
import type { LogStore } from './log-store.js';
import { decodeStored, encodeStored } from './stored-message.js';

interface EmbeddedDeadLetterSinkParts {
  readonly store: LogStore;
  readonly commits: GroupCommit;
  readonly bounds: DeadLetterBounds;
  readonly clock: Clock;
}

/** Keeps dead letters in a sub-database of the log's file; a repeated letter replaces itself. */
export class EmbeddedDeadLetterSink implements DeadLetterSink {
  readonly #parts: EmbeddedDeadLetterSinkParts;

  constructor(parts: EmbeddedDeadLetterSinkParts) {
    this.#parts = parts;
  }

  async put(letters: readonly DeadLetter[]): Promise<void> {
    if (letters.length === 0) {
      return;
    }
    const { store, commits, bounds, clock } = this.#parts;
    const time = { [putAtHeader]: String(clock.nowMs()) };
    const stored = letters.map((letter) => ({
      key: deadLetterKeyOf(letter.origin, letter.firstRow),
      value: encodeStored({ ...encodeDeadLetterHeaders(letter), ...time }, letter.bytes),
    }));
    const bytes = stored.reduce((sum, { value }) => sum + value.byteLength, 0);
    await commits.write(() =>
      Promise.all([
        bounds.makeRoom(bytes),
        ...stored.map(({ key, value }) => store.deadLetters.put(key, value)),
      ]),
    );
  }

  /** Returns the first letters in the order of their origin. */
  list({ limit }: { limit: number }): readonly DeadLetter[] {
    return Array.from(this.#parts.store.deadLetters.getRange({ limit }), ({ value }) => {
      const { headers, payload } = decodeStored(Buffer.from(value));
      return toDeadLetter(headers, payload);
    });
  }

  async close(): Promise<void> {
    await this.#parts.commits.finished();
  }
}
