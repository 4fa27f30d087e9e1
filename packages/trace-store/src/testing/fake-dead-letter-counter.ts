import type { DeadLetterCounter } from '../dead-letter-index.js';
import { FakeDeadLetterIndex } from './fake-dead-letter-index.js';

/** Counts the rows of an index in memory. */
export class FakeDeadLetterCounter implements DeadLetterCounter {
  readonly index: FakeDeadLetterIndex;
  /** Rejects every read while it is set. */
  failure: Error | undefined;

  constructor(index = new FakeDeadLetterIndex()) {
    this.index = index;
  }

  countRows({ logId, places }: Parameters<DeadLetterCounter['countRows']>[0]): Promise<number> {
    if (this.failure !== undefined) {
      return Promise.reject(this.failure);
    }
    const wanted = new Set(places.map(({ partition, offset }) => `${partition}@${offset}`));
    const counted = this.index.letters.filter(
      ({ logId: id, place }) => id === logId && wanted.has(`${place.partition}@${place.offset}`),
    );
    return Promise.resolve(counted.reduce((sum, { rowCount }) => sum + rowCount, 0));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
