import { compareCodePoints, stringifyJson } from '@spanhouse/span-schema';
import { isNumber } from '../evaluate/compare-values.js';
import type { Value } from '../evaluate/traced-span.js';
import { printDuration } from '../print/print-duration.js';

export interface Label {
  readonly key: string;
  readonly value: Value;
}

/** Values over time with the labels that they share. */
export interface Series {
  readonly labels: readonly Label[];
  /** A value for each point of the grid; NaN where there is none. */
  readonly points: Float64Array;
  /** Names the spans that the series counts: those with the same values of `by`, and of a histogram the same bucket. */
  readonly group: string;
}

/** Returns a value as text: a list as compact JSON, a duration as Go writes it. */
export function textOfValue(value: Value): string {
  switch (value.type) {
    case 'list':
      return stringifyJson(value.values.map((literal) => literal.value));
    case 'duration':
      return printDuration(value.value);
    default:
      return String(value.value);
  }
}

/** Returns series in the order of their labels' texts. */
export function sortSeries(series: readonly Series[]): readonly Series[] {
  return series
    .map((each) => ({ each, text: textOfLabels(each.labels) }))
    .toSorted((left, right) => compareCodePoints(left.text, right.text))
    .map(({ each }) => each);
}

/** Returns labels as one text, by which series are ordered. Values of different types with the same text differ. */
export function textOfLabels(labels: readonly Label[]): string {
  return labels.map(({ key, value }) => `${key}=${sortTextOf(value)}`).join('\n');
}

/** Returns a text by which values are ordered: by their texts, then by their types. */
export function sortTextOf(value: Value): string {
  return `${textOfValue(value)}\0${isNumber(value) ? 'number' : value.type}`;
}
