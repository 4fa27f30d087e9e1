import type { DeadLetterIndex, IndexedDeadLetter } from '../dead-letter-index.js';

/** Keeps dead letters in memory, each of them once. */
export class FakeDeadLetterIndex implements DeadLetterIndex {
  readonly #letters = new Map<string, IndexedDeadLetter>();

  get letters(): readonly IndexedDeadLetter[] {
    return [...this.#letters.values()];
  }

  get rowCount(): number {
    return this.letters.reduce((sum, { rowCount }) => sum + rowCount, 0);
  }

  record(letters: readonly IndexedDeadLetter[]): Promise<void> {
    for (const letter of letters) {
      const { logId, place, firstRow } = letter;
      this.#letters.set(`${logId}/${place.partition}@${place.offset}/${firstRow}`, letter);
    }
    return Promise.resolve();
  }

  clear(): void {
    this.#letters.clear();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
