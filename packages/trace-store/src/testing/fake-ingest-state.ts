import type { IngestReading, IngestState, VisibleTimes } from '../store-state.js';
import { interpolate } from './analytics/summarize-metric.js';

/** Stores times in memory and returns the state that the test has set. */
export class FakeIngestState implements IngestState, VisibleTimes {
  readonly times: number[] = [];
  store = { rows: 0, bytes: 0, freeBytes: 0 };
  /** While set, every call rejects with this error. */
  failure: Error | undefined;

  record(times: readonly number[]): Promise<void> {
    if (this.failure !== undefined) {
      return Promise.reject(this.failure);
    }
    this.times.push(...times.map(Math.round));
    return Promise.resolve();
  }

  read(): Promise<IngestReading> {
    if (this.failure !== undefined) {
      return Promise.reject(this.failure);
    }
    const sorted = this.times.toSorted((left, right) => left - right);
    const last = sorted.length - 1;
    const timeToVisible = {
      p50: interpolate(sorted, 0.5 * last),
      p95: interpolate(sorted, 0.95 * last),
      max: sorted.at(-1) ?? 0,
    };
    return Promise.resolve({
      ...this.store,
      timeToVisible: sorted.length === 0 ? undefined : timeToVisible,
    });
  }

  clear(): void {
    this.times.length = 0;
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
