import type { DeadLetterCounter, MessagePlace } from '../dead-letter-index.js';
import { FakeDeadLetterIndex } from './fake-dead-letter-index.js';

/** Counts the rows of an index in memory. */
export class FakeDeadLetterCounter implements DeadLetterCounter {
  readonly index: FakeDeadLetterIndex;
  /** An error with which every read rejects while it is set. */
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

  findLost({
    logId,
    places,
  }: Parameters<DeadLetterCounter['findLost']>[0]): ReturnType<DeadLetterCounter['findLost']> {
    if (this.failure !== undefined) {
      return Promise.reject(this.failure);
    }
    const ranges = this.index.lost.filter((range) => range.logId === logId);
    const isLost = ({ partition, offset }: MessagePlace) =>
      ranges.some(
        (range) => range.partition === partition && range.first <= offset && offset < range.end,
      );
    return Promise.resolve(places.filter(isLost));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
