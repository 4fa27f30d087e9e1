import type { CallHalf } from '@spanhouse/trace-store/writer';

/** Halves are looked through by the second in which they arrived. */
const SLOT_NS = 1_000_000_000n;

/** A half of a call, and whether its other side has come. */
export interface WaitingHalf {
  readonly half: CallHalf;
  isPaired: boolean;
}

/** Halves by the time at which they arrived. */
export class WaitingHalves {
  readonly #slots = new Map<bigint, Set<WaitingHalf>>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(waiting: WaitingHalf): void {
    const key = waiting.half.receivedNs / SLOT_NS;
    const slot = this.#slots.get(key) ?? new Set();
    this.#slots.set(key, slot);
    slot.add(waiting);
    this.#size += 1;
  }

  delete(waiting: WaitingHalf): void {
    const key = waiting.half.receivedNs / SLOT_NS;
    const slot = this.#slots.get(key);
    if (slot?.delete(waiting)) {
      this.#size -= 1;
    }
    if (slot?.size === 0) {
      this.#slots.delete(key);
    }
  }

  /** Removes and returns the halves that arrived at a time or before. */
  take(untilNs: bigint): readonly WaitingHalf[] {
    const last = untilNs / SLOT_NS;
    const taken = [...this.#slots]
      .filter(([key]) => key <= last)
      .flatMap(([, slot]) => [...slot])
      .filter(({ half }) => half.receivedNs <= untilNs);
    for (const waiting of taken) {
      this.delete(waiting);
    }
    return taken;
  }

  /** The earliest time at which `take` leaves at most `size` halves; undefined if there are no more now. */
  timeToKeep(size: number): bigint | undefined {
    let excess = this.#size - size;
    for (const key of [...this.#slots.keys()].toSorted((left, right) => (left < right ? -1 : 1))) {
      if (excess <= 0) {
        break;
      }
      excess -= this.#slots.get(key)?.size ?? 0;
      if (excess <= 0) {
        return (key + 1n) * SLOT_NS - 1n;
      }
    }
    return undefined;
  }
}
