import type { Comparison } from '@spanhouse/span-schema/api';
import { call } from '../../api/call.js';
import type { Json } from '../../api/shown-span.js';
import type { Condition, Filtering } from '../../filter-bar/filtering.js';
import { nameOfValue } from '../../parts/values/write-json.js';
import type { Bounds } from '../../url/time-window.js';

export type { Comparison };
export type ComparedAttribute = Comparison['attributes'][number];
/** Shares of a value from 0 to 1: its share of the selected spans and its share of the other spans. */
type Shares = Pick<NonNullable<ComparedAttribute['values']>[number], 'selected' | 'rest'>;

interface ComparisonRequest {
  readonly filtering: Filtering | undefined;
  readonly bounds: Bounds;
  readonly selection: Filtering;
}

/** Compares the selected spans with the other matching spans. */
export function readComparison(
  { filtering, bounds, selection }: ComparisonRequest,
  signal: AbortSignal,
): Promise<Comparison> {
  const body = { ...(filtering && { filtering }), windowing: bounds, selection };
  return call<Comparison>('/spans/compare/query', { body, signal });
}

const words: Readonly<Record<string, string>> = {
  status_code: 'Status',
  span_type: 'Type',
  span_kind: 'Kind',
  span_name: 'Name',
  service_name: 'Service',
};

/** Returns the display name of a compared attribute. */
export function nameOfAttribute({ field, key }: ComparedAttribute): string {
  return key ?? words[field] ?? field;
}

/** A row of an attribute table: a value or a range of numbers. */
export interface ComparedRow extends Shares {
  readonly text: string;
  /** The value; undefined for a range, or if the row counts spans without the attribute. */
  readonly value?: Json;
  /** Conditions that select the range. */
  readonly range?: readonly Condition[];
}

/**
 * Returns the rows of an attribute. Values are in descending order of the difference between their shares, and ranges
 * are in ascending order.
 */
export function rowsOf(attribute: ComparedAttribute): readonly ComparedRow[] {
  const { values = [], bins = [], absent } = attribute;
  const ofValues = values
    .map(({ value, selected, rest }) => ({ text: nameOfValue(value), value, selected, rest }))
    .sort((left, right) => difference(right) - difference(left));
  const ofBins = bins.map(({ from, to, selected, rest }, at) => ({
    text: from === to ? String(from) : `${rounded(from)} – ${rounded(to)}`,
    range: rangeOf(attribute, { from, to, isLast: at === bins.length - 1 }),
    selected,
    rest,
  }));
  const [selected, rest] = absent;
  const without = selected > 0 || rest > 0 ? [{ text: 'no value', selected, rest }] : [];
  return [...ofValues, ...ofBins, ...without];
}

function difference({ selected, rest }: Shares): number {
  return Math.abs(selected - rest);
}

const DIGITS = 4;

function rounded(number: number): string {
  return String(Number(number.toPrecision(DIGITS)));
}

interface Range {
  readonly from: number;
  readonly to: number;
  readonly isLast: boolean;
}

/** Returns the conditions of a range. The last range includes its upper bound, as in the answer. */
function rangeOf({ field, key }: ComparedAttribute, range: Range): readonly Condition[] {
  const fieldRef = { field, ...(key !== undefined && { key }) };
  return [
    { ...fieldRef, operator: 'gte', value: range.from },
    { ...fieldRef, operator: range.isLast ? 'lte' : 'lt', value: range.to },
  ];
}
