/** Numbers of spans that are counted together. */
export interface Measured {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** The numbers themselves, as many as the spans, where they are needed. */
  readonly values: Iterable<number>;
}

/** A span that is only counted. */
export const counted: Measured = { count: 1, sum: 0, min: 0, max: 0, values: [] };

/** Returns what a span with a number adds. */
export function measured(value: number): Measured {
  return { count: 1, sum: value, min: value, max: value, values: [value] };
}

/** Adds up numbers of spans. The sum hardly depends on their order: what rounding loses is kept beside it. */
export class Tally {
  count = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  readonly values: number[] = [];
  #sum = 0;
  #lost = 0;

  get sum(): number {
    const sum = this.#sum + this.#lost;
    // Beyond the largest double nothing was lost that a number can tell.
    return Number.isNaN(sum) ? this.#sum : sum;
  }

  add({ count, sum, min, max, values }: Measured, keepsValues: boolean): void {
    this.count += count;
    this.min = Math.min(this.min, min);
    this.max = Math.max(this.max, max);
    this.#addToSum(sum);
    if (keepsValues) {
      for (const value of values) {
        this.values.push(value);
      }
    }
  }

  /** The value at `level * (n - 1)` of the sorted numbers, linear between two; there MUST be one. */
  quantile(level: number): number {
    const sorted = Float64Array.from(this.values).sort();
    const place = level * (sorted.length - 1);
    const [below = 0, above = 0] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
    const share = place - Math.floor(place);
    return share === 0 ? below : below * (1 - share) + above * share;
  }

  #addToSum(value: number): void {
    const sum = this.#sum + value;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }
}
