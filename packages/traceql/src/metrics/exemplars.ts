import { compareCodePoints } from '@spanhouse/span-schema';
import { printField } from '../print/print-expression.js';
import type { CountingFunction } from './plan-metrics.js';
import type { Label, Series } from './series.js';
import { isCounting } from './series-run.js';
import { endOf, pointOf, type TimeGrid } from './time-grid.js';

/** A span that may become an exemplar of its series. */
export interface Candidate {
  readonly trace_id: string;
  readonly span_id: string;
  readonly start_time: bigint;
  readonly span_name: string;
  /** Key of the group that counts the span. */
  readonly group: string;
  /** Measured number of the span; undefined if the function only counts spans. */
  readonly value: number | undefined;
}

export interface Exemplar {
  readonly labels: readonly Label[];
  readonly value: number;
  readonly start_time: bigint;
}

const PER_PART = 2;

/** Divides the grid into equal parts from which exemplars are chosen. The last part may be shorter. */
export function partsOf(grid: TimeGrid, limit: number): TimeGrid {
  const count = BigInt(Math.ceil(limit / PER_PART));
  const stepNs = (endOf(grid) - grid.from + count - 1n) / count;
  const points = Number((endOf(grid) - grid.from + stepNs - 1n) / stepNs);
  return { from: grid.from, stepNs, points };
}

/**
 * Chooses the two earliest spans in each part of the grid, but at most one span per trace and series. The result does
 * not depend on the order in which spans are offered.
 */
export class ExemplarPicker {
  readonly #limit: number;
  readonly #parts: TimeGrid;
  readonly #earliest: Candidate[][];

  /** Requires a `limit` above 0. */
  constructor(grid: TimeGrid, limit: number) {
    this.#limit = limit;
    this.#parts = partsOf(grid, limit);
    this.#earliest = Array.from({ length: this.#parts.points }, () => []);
  }

  offer(candidate: Candidate): void {
    const kept = this.#earliest[pointOf(this.#parts, candidate.start_time) ?? -1];
    // Exemplars with the value 0 cannot be shown.
    if (kept === undefined || candidate.value === 0) {
      return;
    }
    const same = kept.findIndex((other) => isAlike(other, candidate));
    const replaced = same === -1 && kept.length === PER_PART ? PER_PART - 1 : same;
    const other = kept[replaced];
    if (other !== undefined && compareCandidates(other, candidate) <= 0) {
      return;
    }
    if (other !== undefined) {
      kept.splice(replaced, 1);
    }
    kept.push(candidate);
    kept.sort(compareCandidates);
  }

  picked(): readonly Candidate[] {
    const picked: Candidate[] = [];
    for (const candidate of this.#earliest.flat()) {
      if (!picked.some((other) => isAlike(other, candidate))) {
        picked.push(candidate);
      }
    }
    return picked.slice(0, this.#limit);
  }
}

/** Returns the exemplars for each series. Spans at a point whose value is 0 or missing do not become exemplars. */
export function exemplarsOf(
  picked: readonly Candidate[],
  series: readonly Series[],
  { first, grid }: { readonly first: CountingFunction; readonly grid: TimeGrid },
): ReadonlyMap<Series, readonly Exemplar[]> {
  const byGroup = Map.groupBy(series, ({ group }) => group);
  const names = new Set(first.by.map(printField));
  const found = new Map<Series, Exemplar[]>();
  for (const candidate of picked) {
    const point = pointOf(grid, candidate.start_time) ?? 0;
    const present = (byGroup.get(candidate.group) ?? []).filter(
      ({ points }) => !Number.isNaN(points[point]),
    );
    const shown = seriesFor(candidate, point, present);
    const value = candidate.value ?? shown?.points[point] ?? 0;
    if (shown !== undefined && value !== 0) {
      const by = shown.labels.filter(({ key }) => names.has(key));
      const exemplar = {
        labels: [...labelsOf(candidate), ...by],
        value: isCounting(first.kind) ? (shown.points[point] ?? 0) : value,
        start_time: candidate.start_time,
      };
      found.set(shown, [...(found.get(shown) ?? []), exemplar]);
    }
  }
  return found;
}

/**
 * Returns the quantile series that represents a span: the lowest quantile not below the span's value, or else the
 * highest quantile.
 */
function seriesFor(
  { value }: Candidate,
  point: number,
  series: readonly Series[],
): Series | undefined {
  const byValue = series.toSorted((a, b) => (a.points[point] ?? 0) - (b.points[point] ?? 0));
  return byValue.find(({ points }) => (points[point] ?? 0) >= (value ?? 0)) ?? byValue.at(-1);
}

function labelsOf({ trace_id, span_id, span_name }: Candidate): readonly Label[] {
  const texts = { 'trace:id': trace_id, 'span:id': span_id, name: span_name };
  return Object.entries(texts).map(([key, value]) => ({ key, value: { type: 'string', value } }));
}

function isAlike(left: Candidate, right: Candidate): boolean {
  return left.trace_id === right.trace_id && left.group === right.group;
}

function compareCandidates(left: Candidate, right: Candidate): number {
  if (left.start_time !== right.start_time) {
    return left.start_time < right.start_time ? -1 : 1;
  }
  return (
    compareCodePoints(left.trace_id, right.trace_id) ||
    compareCodePoints(left.span_id, right.span_id)
  );
}
