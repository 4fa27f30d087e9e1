import type { DeadLetterIndex, IndexedDeadLetter, LostRange } from '../dead-letter-index.js';

/** Stores dead letters and lost ranges in memory, without duplicates. */
export class FakeDeadLetterIndex implements DeadLetterIndex {
  readonly #letters = new Map<string, IndexedDeadLetter>();
  readonly #lost = new Map<string, LostRange>();

  get letters(): readonly IndexedDeadLetter[] {
    return [...this.#letters.values()];
  }

  get rowCount(): number {
    return this.letters.reduce((sum, { rowCount }) => sum + rowCount, 0);
  }

  get lost(): readonly LostRange[] {
    return [...this.#lost.values()];
  }

  record(letters: readonly IndexedDeadLetter[]): Promise<void> {
    for (const letter of letters) {
      const { logId, position, firstRow } = letter;
      this.#letters.set(`${logId}/${position.partition}@${position.offset}/${firstRow}`, letter);
    }
    return Promise.resolve();
  }

  recordLost(range: LostRange): Promise<void> {
    const key = `${range.logId}/${range.partition}@${range.first}`;
    const end = Math.max(range.end, this.#lost.get(key)?.end ?? 0);
    this.#lost.set(key, { ...range, end });
    return Promise.resolve();
  }

  clear(): void {
    this.#letters.clear();
    this.#lost.clear();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
