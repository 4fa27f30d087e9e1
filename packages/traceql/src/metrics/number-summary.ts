/** Measured numbers of spans that are counted together. */
export interface Measured {
  readonly count: number;
  readonly sum: number;
  readonly min: number;
  readonly max: number;
  /** Numbers of all spans; may be empty if no quantiles are needed. */
  readonly values: Iterable<number>;
}

/** Value recorded for a span when the function only counts spans. */
export const counted: Measured = { count: 1, sum: 0, min: 0, max: 0, values: [] };

/** Returns the value to record for one span with this measured number. */
export function measured(value: number): Measured {
  return { count: 1, sum: value, min: value, max: value, values: [value] };
}

/**
 * Summarizes numbers. Rounding errors are added up separately, so that the order of the numbers hardly affects the sum.
 */
export class NumberSummary {
  count = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  readonly values: number[] = [];
  #sum = 0;
  #lost = 0;

  get sum(): number {
    const sum = this.#sum + this.#lost;
    // If the sum exceeds the largest double, the rounding error is NaN.
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

  /**
   * Returns the value at position `level * (n - 1)` of the sorted numbers, interpolated linearly. Requires at least one
   * number.
   */
  quantile(level: number): number {
    const sorted = Float64Array.from(this.values).sort();
    const index = level * (sorted.length - 1);
    const [below = 0, above = 0] = [sorted[Math.floor(index)], sorted[Math.ceil(index)]];
    const share = index - Math.floor(index);
    return share === 0 ? below : below * (1 - share) + above * share;
  }

  #addToSum(value: number): void {
    const sum = this.#sum + value;
    this.#lost +=
      Math.abs(this.#sum) >= Math.abs(value) ? this.#sum - sum + value : value - sum + this.#sum;
    this.#sum = sum;
  }
}
