import type { DeadLetterCounter } from '@spanhouse/trace-store/reader';

/** Rows put aside, by the place of their message: `1@12`. */
export class FakeDeadLetterCounter implements DeadLetterCounter {
  readonly rows = new Map<string, number>();
  /** Rejects every question while it is set. */
  failure: Error | undefined;

  countRows({ places }: Parameters<DeadLetterCounter['countRows']>[0]): Promise<number> {
    if (this.failure !== undefined) return Promise.reject(this.failure);
    const counts = places.map(({ partition, offset }) => this.rows.get(`${partition}@${offset}`));
    return Promise.resolve(counts.reduce<number>((sum, count = 0) => sum + count, 0));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
