import type { ValueAxis } from '../../span-aggregation.js';

/**
 * Returns the edges of the bins. There is one more edge than there are bins. Each bin includes its lower edge; the last
 * bin also includes its upper edge. If the bounds are equal, there is one bin. If the lower bound exceeds the upper
 * bound, there are no bins.
 */
export function binEdges(
  { scale, bins }: Pick<ValueAxis, 'scale' | 'bins'>,
  { min, max }: { readonly min: number; readonly max: number },
): readonly number[] {
  if (min > max) {
    return [];
  }
  if (min === max) {
    return [min, max];
  }
  const at = scale === 'linear' ? linearEdge({ min, max, bins }) : logEdge({ min, max, bins });
  const inner = Array.from({ length: bins - 1 }, (_, index) => at(index + 1));
  return [min, ...inner.map((edge) => Math.min(Math.max(edge, min), max)), max];
}

interface Range {
  readonly min: number;
  readonly max: number;
  readonly bins: number;
}

function linearEdge({ min, max, bins }: Range): (index: number) => number {
  const range = max - min;
  // The difference between two very large doubles can exceed the range of a double.
  return Number.isFinite(bins * range)
    ? (index) => min + (index * range) / bins
    : (index) => min * (1 - index / bins) + max * (index / bins);
}

function logEdge({ min, max, bins }: Range): (index: number) => number {
  const ratio = max / min;
  return Number.isFinite(ratio)
    ? (index) => min * ratio ** (index / bins)
    : (index) => min ** (1 - index / bins) * max ** (index / bins);
}

/** Returns the bin of a value, or undefined if the value is outside the edges. */
export function binOf(value: number, edges: readonly number[]): number | undefined {
  const [min = Number.NaN] = edges;
  const max = edges.at(-1) ?? Number.NaN;
  if (!(value >= min && value <= max)) {
    return undefined;
  }
  const bins = edges.length - 1;
  return Math.min(
    edges.findLastIndex((edge) => edge <= value),
    bins - 1,
  );
}
