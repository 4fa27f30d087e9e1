import type { DeadLetterCounter, MessagePosition } from '../dead-letter-index.js';
import { FakeDeadLetterIndex } from './fake-dead-letter-index.js';

/** Counts the dead letters in a FakeDeadLetterIndex. */
export class FakeDeadLetterCounter implements DeadLetterCounter {
  readonly index: FakeDeadLetterIndex;
  /** While set, every read rejects with this error. */
  failure: Error | undefined;

  constructor(index = new FakeDeadLetterIndex()) {
    this.index = index;
  }

  countRows({ logId, positions }: Parameters<DeadLetterCounter['countRows']>[0]): Promise<number> {
    if (this.failure !== undefined) {
      return Promise.reject(this.failure);
    }
    const wanted = new Set(positions.map(({ partition, offset }) => `${partition}@${offset}`));
    const counted = this.index.letters.filter(
      ({ logId: id, position }) =>
        id === logId && wanted.has(`${position.partition}@${position.offset}`),
    );
    return Promise.resolve(counted.reduce((sum, { rowCount }) => sum + rowCount, 0));
  }

  findLost({
    logId,
    positions,
  }: Parameters<DeadLetterCounter['findLost']>[0]): ReturnType<DeadLetterCounter['findLost']> {
    if (this.failure !== undefined) {
      return Promise.reject(this.failure);
    }
    const ranges = this.index.lost.filter((range) => range.logId === logId);
    const isLost = ({ partition, offset }: MessagePosition) =>
      ranges.some(
        (range) => range.partition === partition && range.first <= offset && offset < range.end,
      );
    return Promise.resolve(positions.filter(isLost));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
