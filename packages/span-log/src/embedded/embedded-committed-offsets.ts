import type { Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '../committed-offsets.js';
import type { Arrivals } from './arrivals.js';
import type { CommittedPositions } from './committed-positions.js';
import type { LogDescription } from './log-store.js';

interface EmbeddedOffsetsParts {
  readonly positions: CommittedPositions;
  readonly arrivals: Arrivals;
  readonly description: LogDescription;
  readonly clock: Clock;
}

/** The committed offsets of the embedded log. Commits wake waiting callers, so nothing polls. */
export class EmbeddedCommittedOffsets implements CommittedOffsets {
  readonly logId: string;
  readonly generation: number;
  readonly partitionCount: number;
  readonly #parts: EmbeddedOffsetsParts;
  readonly #closing = new AbortController();

  constructor(parts: EmbeddedOffsetsParts) {
    this.#parts = parts;
    ({
      logId: this.logId,
      generation: this.generation,
      partitionCount: this.partitionCount,
    } = parts.description);
  }

  read(): Promise<readonly number[]> {
    return Promise.resolve(this.#parts.positions.offsets());
  }

  readEnds(): Promise<readonly number[]> {
    const { arrivals } = this.#parts;
    return Promise.resolve(
      Array.from({ length: this.partitionCount }, (_, index) => arrivals.endOf(index)),
    );
  }

  waitFor(
    target: ReadonlyMap<number, number>,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    const { positions, clock } = this.#parts;
    const isReached = (): boolean =>
      [...target].every(([partition, offset]) => positions.offsetOf(partition) >= offset);
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    if (isReached() || stopped.aborted || timeoutMs <= 0) {
      return Promise.resolve(isReached());
    }
    return new Promise((resolve) => {
      const finish = (): void => {
        timer.cancel();
        unsubscribe();
        stopped.removeEventListener('abort', finish);
        resolve(isReached());
      };
      const timer = clock.setTimer(timeoutMs, finish);
      const unsubscribe = positions.onChange(() => {
        if (isReached()) {
          finish();
        }
      });
      stopped.addEventListener('abort', finish, { once: true });
    });
  }

  close(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }
}
