import { compareCodePoints, stringifyJson } from '@spanhouse/span-schema';
import { isNumber } from '../evaluate/compare-values.js';
import type { Value } from '../evaluate/traced-span.js';
import { printDuration } from '../print/print-duration.js';

export interface Label {
  readonly key: string;
  readonly value: Value;
}

/** Values over time that share their labels. */
export interface Series {
  readonly labels: readonly Label[];
  /** One value per point of the grid; NaN if the value is missing. */
  readonly points: Float64Array;
  /** Identifies the counted spans by the values of `by` and the bucket of a histogram. */
  readonly group: string;
}

/** Returns a value as text. A list is compact JSON, and a duration has the format of Go. */
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

/** Sorts series by the texts of their labels. */
export function sortSeries(series: readonly Series[]): readonly Series[] {
  return series
    .map((each) => ({ each, text: textOfLabels(each.labels) }))
    .toSorted((left, right) => compareCodePoints(left.text, right.text))
    .map(({ each }) => each);
}

/** Returns a sort key for labels. Values with equal texts but different types have different keys. */
export function textOfLabels(labels: readonly Label[]): string {
  return labels.map(({ key, value }) => `${key}=${sortTextOf(value)}`).join('\n');
}

/** Returns a sort key for a value, which consists of its text and its type. */
export function sortTextOf(value: Value): string {
  return `${textOfValue(value)}\0${isNumber(value) ? 'number' : value.type}`;
}
