import type { TracedSpan, Value } from '../../evaluate/traced-span.js';
import { textOfValue } from '../../metrics/series.js';
import type { TimeGrid } from '../../metrics/time-grid.js';
import { isNumber } from './compute.js';
import type { TraceTree } from './trace-tree.js';

/** Points of each series, keyed by the string form of its labels. A missing point is undefined. */
export type NaiveSeries = ReadonlyMap<string, readonly (number | undefined)[]>;

/** A counted span and the trace that it belongs to. */
export interface Found {
  readonly span: TracedSpan;
  readonly tree: TraceTree;
}

export function timeOf(point: number, { from, stepNs }: TimeGrid): bigint {
  return from + BigInt(point + 1) * stepNs;
}

export function pointsOf(
  found: readonly Found[],
  grid: TimeGrid,
  compute: (found: readonly Found[]) => number | undefined,
): readonly (number | undefined)[] {
  return Array.from({ length: grid.points }, (_, point) => {
    const end = timeOf(point, grid);
    const inside = found.filter(
      ({ span }) => span.start_time > end - grid.stepNs && span.start_time <= end,
    );
    return compute(inside);
  });
}

/** Converts a label to a string. Values of different types have different strings. */
export function labelText(name: string, value: Value): string {
  return `${name}=${textOfValue(value)}\0${isNumber(value) ? 'number' : value.type}`;
}

export function joinLabels(...texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n');
}

export function withPoints(series: NaiveSeries): NaiveSeries {
  return new Map([...series].filter(([, points]) => points.some((value) => value !== undefined)));
}
