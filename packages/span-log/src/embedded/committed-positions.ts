import type { CommittedPosition } from '../span-subscription.js';
import type { StoredPosition } from './log-store.js';

/** The durable positions, kept in memory. Listeners are called after each change. */
export class CommittedPositions {
  readonly #positions: StoredPosition[];
  readonly #listeners = new Set<() => void>();

  constructor(positions: readonly StoredPosition[]) {
    this.#positions = [...positions];
  }

  offsetOf(partition: number): number {
    return this.#positions[partition]?.offset ?? 0;
  }

  offsets(): readonly number[] {
    return this.#positions.map(({ offset }) => offset);
  }

  all(): readonly CommittedPosition[] {
    return this.#positions.map((position, partition) => ({ partition, ...position }));
  }

  set({ partition, offset, metadata }: CommittedPosition): void {
    this.#positions[partition] = { offset, metadata };
    for (const listener of [...this.#listeners]) {
      listener();
    }
  }

  /** Calls `listener` after each change, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }
}
