import { printLiteral } from '../print/print-expression.js';
import { computeNumbers } from '../tree/compute.js';
import type { MathOperator, MetricsMath } from '../tree/query.js';
import { type Label, type Series, textOfLabels } from './series.js';

/** One side of an operation: series, or a number that applies to every point. */
type Side = readonly Series[] | number;

const nameKey = '__name__';

/** Evaluates arithmetic on metrics. `seriesOf` returns the series of an operand. */
export function combineSeries(
  math: MetricsMath,
  seriesOf: (metrics: Extract<MetricsMath, { readonly kind: 'metrics' }>) => readonly Series[],
): readonly Series[] {
  const side = computeSide(math, seriesOf);
  return typeof side === 'number' ? [] : side;
}

function computeSide(math: MetricsMath, seriesOf: Parameters<typeof combineSeries>[1]): Side {
  switch (math.kind) {
    case 'metrics':
      return seriesOf(math);
    case 'scalar':
      return Number(math.scalar.value);
    case 'operation': {
      const left = computeSide(math.left, seriesOf);
      const right = computeSide(math.right, seriesOf);
      const name = nameOf(math);
      return pairsOf(left, right).map(([labels, ...points]) => ({
        labels: labels.length > 0 ? labels : [toNameLabel(name)],
        points: combinePoints(math.operator, points),
        group: '',
      }));
    }
  }
}

function toNameLabel(name: string): Label {
  return { key: nameKey, value: { type: 'string', value: name } };
}

function nameOf(math: MetricsMath): string {
  switch (math.kind) {
    case 'metrics':
      return math.first.kind;
    case 'scalar':
      return printLiteral(math.scalar);
    case 'operation':
      return `(${nameOf(math.left)} ${math.operator} ${nameOf(math.right)})`;
  }
}

type Points = Float64Array | number;
type Pair = readonly [labels: readonly Label[], left: Points, right: Points];

/**
 * Pairs series with equal labels. A number, or a single series without labels, is paired with every series of the other
 * side.
 */
function pairsOf(left: Side, right: Side): readonly Pair[] {
  const [ofAllLeft, ofAllRight] = [pointsForAll(left), pointsForAll(right)];
  if (ofAllRight !== undefined && typeof left !== 'number') {
    return left.map(({ labels, points }) => [withoutName(labels), points, ofAllRight]);
  }
  if (ofAllLeft !== undefined && typeof right !== 'number') {
    return right.map(({ labels, points }) => [withoutName(labels), ofAllLeft, points]);
  }
  if (typeof left === 'number' || typeof right === 'number') {
    return [];
  }
  const partners = new Map(right.map((series) => [keyOf(series), series]));
  return left.flatMap((series): readonly Pair[] => {
    const partner = partners.get(keyOf(series));
    return partner === undefined
      ? []
      : [[withoutName(series.labels), series.points, partner.points]];
  });
}

function pointsForAll(side: Side): Points | undefined {
  if (typeof side === 'number') {
    return side;
  }
  const [only, ...more] = side;
  const isAlone = only !== undefined && more.length === 0 && withoutName(only.labels).length === 0;
  return isAlone ? only.points : undefined;
}

function keyOf({ labels }: Series): string {
  return textOfLabels(withoutName(labels));
}

function withoutName(labels: readonly Label[]): readonly Label[] {
  return labels.filter(({ key }) => key !== nameKey);
}

/**
 * Combines the points of two series. A point of the result is missing if it is missing on either side or if its value
 * is not finite.
 */
function combinePoints(
  operator: MathOperator,
  [left, right]: readonly [Points, Points],
): Float64Array {
  const length = Math.max(lengthOf(left), lengthOf(right));
  return Float64Array.from({ length }, (_, point) => {
    const value = computeNumbers[operator](valueAt(left, point), valueAt(right, point));
    return Number.isFinite(value) ? value : Number.NaN;
  });
}

function lengthOf(points: Points): number {
  return typeof points === 'number' ? 0 : points.length;
}

function valueAt(points: Points, point: number): number {
  return typeof points === 'number' ? points : (points[point] ?? Number.NaN);
}
