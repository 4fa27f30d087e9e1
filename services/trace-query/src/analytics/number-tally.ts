import { type Compared, type ComparedBin, type Sides, scoreOf, shareOf } from './text-tally.js';

const BINS = 10;
const BYTES_PER_NUMBER = 8;

/** Collects the numbers of one attribute. */
export class NumberTally {
  readonly #values: [number[], number[]] = [[], []];
  #min = Number.POSITIVE_INFINITY;
  #max = Number.NEGATIVE_INFINITY;
  #isLeftOut = false;

  /** The approximate memory that the numbers take. */
  get heldBytes(): number {
    return (this.#values[0].length + this.#values[1].length) * BYTES_PER_NUMBER;
  }

  /** True if there were too many to hold. */
  get isLeftOut(): boolean {
    return this.#isLeftOut;
  }

  add(value: number, side: 0 | 1): void {
    if (this.#isLeftOut) {
      return;
    }
    this.#values[side].push(value);
    this.#min = Math.min(this.#min, value);
    this.#max = Math.max(this.#max, value);
  }

  /** Forgets all numbers, so that they are left out. */
  giveUp(): void {
    this.#isLeftOut = true;
    this.#values[0] = [];
    this.#values[1] = [];
  }

  /** Compares the shares of both sides in bins of equal width. The last bin is closed. */
  compare(sides: Sides): Compared {
    const edges = this.#edges();
    const counts = edges.slice(1).map((): [number, number] => [0, 0]);
    for (const side of [0, 1] as const) {
      for (const value of this.#values[side]) {
        const counted = counts[binOf(value, edges)];
        if (counted !== undefined) {
          counted[side] += 1;
        }
      }
    }
    const [selected, rest] = this.#values;
    return {
      type: 'number',
      ...scoreOf(counts, [selected.length, rest.length], sides),
      bins: counts.map(
        ([a, b], index): ComparedBin => ({
          from: edges[index] ?? this.#min,
          to: edges[index + 1] ?? this.#max,
          selected: shareOf(a, sides[0]),
          rest: shareOf(b, sides[1]),
        }),
      ),
    };
  }

  #edges(): readonly number[] {
    const [min, max] = [this.#min, this.#max];
    if (min === max) {
      return [min, max];
    }
    const range = max - min;
    const edgeAt = (index: number) =>
      Number.isFinite(range)
        ? min + (index * range) / BINS
        : (min / BINS) * (BINS - index) + (max / BINS) * index;
    const inner = Array.from({ length: BINS - 1 }, (_, index) => edgeAt(index + 1));
    return [min, ...inner, max];
  }
}

/** Finds the last bin that begins at or below the value. */
function binOf(value: number, edges: readonly number[]): number {
  const last = edges.length - 2;
  let bin = 0;
  while (bin < last && value >= (edges[bin + 1] ?? Number.POSITIVE_INFINITY)) {
    bin += 1;
  }
  return bin;
}
