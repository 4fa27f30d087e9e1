import type { DeadLetterIndex } from '@spanhouse/trace-store/writer';

/** Rows put aside as receipts see them, each letter counted once. */
export class FakeDeadLetterIndex implements Pick<DeadLetterIndex, 'record'> {
  readonly #rows = new Map<string, number>();

  get rowCount(): number {
    return [...this.#rows.values()].reduce((sum, rows) => sum + rows, 0);
  }

  record(letters: Parameters<DeadLetterIndex['record']>[0]): Promise<void> {
    for (const { place, firstRow, rowCount } of letters) {
      this.#rows.set(`${place.partition}@${place.offset}/${firstRow}`, rowCount);
    }
    return Promise.resolve();
  }
}
