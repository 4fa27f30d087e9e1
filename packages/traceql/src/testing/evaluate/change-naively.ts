import type { SeriesStage } from '../../tree/query.js';
import { type NaiveSeries, withPoints } from './naive-series.js';

/** Applies a stage to the result of a metrics function. */
export function changeNaively(series: NaiveSeries, stage: SeriesStage): NaiveSeries {
  const keep = (isKept: (value: number, point: number, key: string) => boolean) =>
    withPoints(
      new Map(
        [...series].map(([key, points]) => [
          key,
          points.map((value, point) =>
            value !== undefined && isKept(value, point, key) ? value : undefined,
          ),
        ]),
      ),
    );
  if (stage.kind === 'compare_points') {
    const { scalar } = stage;
    const bound = Number(scalar.value) / (scalar.type === 'duration' ? 1e9 : 1);
    return keep((value) => compareNumbers(stage.operator, value, bound));
  }
  const sign = stage.kind === 'topk' ? -1 : 1;
  const keys = [...series.keys()];
  return keep((_, point, key) => {
    const ranked = keys
      .filter((each) => series.get(each)?.[point] !== undefined)
      .map((each) => ({ each, value: series.get(each)?.[point] ?? 0 }))
      .sort((a, b) => sign * (a.value - b.value) || (a.each < b.each ? -1 : 1));
    return ranked.slice(0, stage.limit).some(({ each }) => each === key);
  });
}

function compareNumbers(operator: string, left: number, right: number): boolean {
  const order = left === right ? '=' : left < right ? '<' : '>';
  return operator === '!=' ? order !== '=' : operator.includes(order);
}
