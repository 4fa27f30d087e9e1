import { compareCodePoints, stringifyJson } from '@spanhouse/span-schema';
import { isNumber } from '../evaluate/compare-values.js';
import type { Value } from '../evaluate/traced-span.js';
import { printDuration } from '../print/print-duration.js';

export interface Label {
  readonly key: string;
  readonly value: Value;
}

/** Values over time that share the same labels. */
export interface Series {
  readonly labels: readonly Label[];
  /** One value per point of the grid; NaN if the value is missing. */
  readonly points: Float64Array;
  /** Key of the group of spans that the series counts: the values of `by`, and the bucket of a histogram. */
  readonly group: string;
}

/** Returns a value as a string: a list as compact JSON, and a duration in Go's format. */
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

/** Sorts series by the string forms of their labels. */
export function sortSeries(series: readonly Series[]): readonly Series[] {
  return series
    .map((each) => ({ each, text: textOfLabels(each.labels) }))
    .toSorted((left, right) => compareCodePoints(left.text, right.text))
    .map(({ each }) => each);
}

/**
 * Returns a sort key for labels. The keys of two values with different types differ, even if their string forms are
 * equal.
 */
export function textOfLabels(labels: readonly Label[]): string {
  return labels.map(({ key, value }) => `${key}=${sortTextOf(value)}`).join('\n');
}

/** Returns a sort key for a value. It consists of the value's string form and its type. */
export function sortTextOf(value: Value): string {
  return `${textOfValue(value)}\0${isNumber(value) ? 'number' : value.type}`;
}
