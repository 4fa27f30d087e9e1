/** A generator that returns the same random numbers for the same seed. */
export interface SeededRandom {
  /** Returns an integer from 0 to `limit - 1`. */
  below(limit: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Creates a generator that implements mulberry32. */
export function createSeededRandom(seed: number): SeededRandom {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * limit);
  };
  return { below, pick: (items) => items[below(items.length)] as (typeof items)[number] };
}
