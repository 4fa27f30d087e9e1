import type { Clock } from '@spanhouse/service-runtime';
import type {
  DeadLetterPage,
  DeadLetterReader,
  DeadLetterSelection,
  KeptDeadLetter,
} from '../dead-letter-reader.js';
import type { DeadLetter, DeadLetterSink, StoredRetry } from '../dead-letter-sink.js';
import { deadLetterIdOf } from '../messages/dead-letter-id.js';
import { isSelected, newestFirst } from '../messages/dead-letter-order.js';

/** Keeps an unlimited number of dead letters in memory. */
export class InMemoryDeadLetters implements DeadLetterSink, DeadLetterReader {
  readonly unlisted = 0;
  readonly #generation: number;
  readonly #clock: Pick<Clock, 'nowMs'>;
  readonly #letters = new Map<string, KeptDeadLetter>();
  readonly #settled = new Set<string>();
  readonly #refusedOffsets = new Map<string, number>();

  constructor(generation: number, clock: Pick<Clock, 'nowMs'>) {
    this.#generation = generation;
    this.#clock = clock;
  }

  put(letters: readonly DeadLetter[]): Promise<void> {
    for (const { retryOf, ...letter } of letters) {
      if (retryOf === undefined) {
        this.#keep(letter);
      } else {
        this.#refuse(retryOf, letter);
      }
    }
    return Promise.resolve();
  }

  settle(retries: readonly StoredRetry[]): Promise<void> {
    for (const { letterId } of retries) {
      this.#settled.add(letterId);
      this.#letters.delete(letterId);
    }
    return Promise.resolve();
  }

  list(selection: DeadLetterSelection): Promise<DeadLetterPage> {
    const { after, limit } = selection;
    const found = [...this.#letters.values()]
      .sort(newestFirst)
      .filter((letter) => after === undefined || newestFirst(after, letter) < 0)
      .filter((letter) => isSelected(letter, selection))
      .map(({ bytes, uncompressedBytes, rowSchemaVersion, ...listed }) => listed);
    const letters = found.slice(0, limit);
    return Promise.resolve({ letters, next: found.length > limit ? letters.at(-1) : undefined });
  }

  find(id: string): Promise<KeptDeadLetter | undefined> {
    return Promise.resolve(this.#letters.get(id));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #keep(letter: DeadLetter): void {
    const id = deadLetterIdOf({ generation: this.#generation, ...letter });
    if (!this.#settled.has(id) && !this.#letters.has(id)) {
      this.#letters.set(id, { ...letter, id, recordedAtMs: this.#clock.nowMs() });
    }
  }

  #refuse(id: string, { origin, reason }: DeadLetter): void {
    const letter = this.#letters.get(id);
    if (letter !== undefined && origin.offset >= (this.#refusedOffsets.get(id) ?? 0)) {
      this.#refusedOffsets.set(id, origin.offset);
      this.#letters.set(id, { ...letter, reason, retriedAtMs: this.#clock.nowMs() });
    }
  }
}
