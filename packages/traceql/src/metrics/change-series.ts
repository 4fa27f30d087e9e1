import { compareNumbers } from '../tree/compute.js';
import type { Scalar, SeriesStage } from '../tree/query.js';
import { SECOND_NS } from './histogram-bucket.js';
import { type Series, sortSeries } from './series.js';

/**
 * Applies the stages that follow a metrics function, from left to right. Sorts the resulting series by their labels.
 */
export function changeSeries(
  series: readonly Series[],
  stages: readonly SeriesStage[],
): readonly Series[] {
  let left = sortSeries(series).filter(hasPoints);
  for (const stage of stages) {
    left = changeBy(stage, left).filter(hasPoints);
  }
  return left;
}

/** Returns the series with the largest sums, up to a limit, in their original order. */
export function largestSeries(series: readonly Series[], limit: number): readonly Series[] {
  if (series.length <= limit) {
    return series;
  }
  const sums = series.map(({ points }) => points.reduce(addPresent, 0));
  const kept = new Set(
    [...series.keys()].sort((a, b) => (sums[b] ?? 0) - (sums[a] ?? 0)).slice(0, limit),
  );
  return series.filter((_, index) => kept.has(index));
}

function changeBy(stage: SeriesStage, series: readonly Series[]): readonly Series[] {
  if (stage.kind === 'compare_points') {
    const bound = numberOfScalar(stage.scalar);
    return series.map((each) => ({
      ...each,
      points: each.points.map((value) =>
        compareNumbers[stage.operator](value, bound) ? value : Number.NaN,
      ),
    }));
  }
  return keepExtremes(stage, series);
}

/** Keeps only the largest or the smallest values at each point. */
function keepExtremes(
  { kind, limit }: Extract<SeriesStage, { readonly limit: number }>,
  series: readonly Series[],
): readonly Series[] {
  if (series.length <= limit) {
    return series;
  }
  const sign = kind === 'topk' ? -1 : 1;
  const kept = series.map(({ points }) => new Float64Array(points.length).fill(Number.NaN));
  const length = series[0]?.points.length ?? 0;
  for (let point = 0; point < length; point++) {
    const valueAt = (index: number) => series[index]?.points[point] ?? Number.NaN;
    const present = [...series.keys()].filter((index) => !Number.isNaN(valueAt(index)));
    // The sort is stable, so series with equal values keep the order of their labels.
    present.sort((a, b) => sign * (valueAt(a) - valueAt(b)));
    for (const index of present.slice(0, limit)) {
      const points = kept[index];
      if (points !== undefined) {
        points[point] = valueAt(index);
      }
    }
  }
  return series.map((each, index) => ({ ...each, points: kept[index] ?? each.points }));
}

/** Converts a number to the unit of answers, in which durations are in seconds. */
function numberOfScalar(scalar: Scalar): number {
  return scalar.type === 'duration' ? Number(scalar.value) / SECOND_NS : Number(scalar.value);
}

function hasPoints({ points }: Series): boolean {
  return points.some((value) => !Number.isNaN(value));
}

function addPresent(sum: number, value: number): number {
  return Number.isNaN(value) ? sum : sum + value;
}
