import type { Clock } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '../committed-offsets.js';
import type { CommittedPositions } from './committed-positions.js';
import type { LogDescription } from './log-store.js';

interface EmbeddedOffsetsParts {
  readonly positions: CommittedPositions;
  readonly description: LogDescription;
  readonly clock: Clock;
}

/** Woken by commits; never polls. */
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

  waitFor(
    target: ReadonlyMap<number, number>,
    { timeoutMs, signal }: { timeoutMs: number; signal: AbortSignal },
  ): Promise<boolean> {
    const { positions, clock } = this.#parts;
    const isReached = (): boolean =>
      [...target].every(([partition, offset]) => positions.offsetOf(partition) >= offset);
    const stopped = AbortSignal.any([signal, this.#closing.signal]);
    if (isReached() || stopped.aborted || timeoutMs <= 0) return Promise.resolve(isReached());
    return new Promise((resolve) => {
      const settle = (): void => {
        timer.cancel();
        unsubscribe();
        stopped.removeEventListener('abort', settle);
        resolve(isReached());
      };
      const timer = clock.setTimer(timeoutMs, settle);
      const unsubscribe = positions.onChange(() => {
        if (isReached()) settle();
      });
      stopped.addEventListener('abort', settle, { once: true });
    });
  }

  close(): Promise<void> {
    this.#closing.abort();
    return Promise.resolve();
  }
}
