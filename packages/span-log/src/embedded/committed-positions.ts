import { Conditions } from '@spanhouse/service-runtime';
import type { CommittedPosition } from '../span-subscription.js';
import type { StoredPosition } from './log-store.js';

/** The committed positions that are on disk, cached in memory. */
export class CommittedPositions {
  readonly #positions: StoredPosition[];
  /** The callers that wait until the positions satisfy a condition. */
  readonly conditions = new Conditions();

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
    this.conditions.recheck();
  }
}
