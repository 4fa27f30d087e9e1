import type { Comparison } from '@spanhouse/span-schema/api';
import { call } from '../../api/call.js';
import type { Json } from '../../api/shown-span.js';
import type { Condition, Filtering } from '../../filter-bar/filtering.js';
import { nameOfValue } from '../../parts/values/write-json.js';
import type { Bounds } from '../../url/time-window.js';

export type { Comparison };
export type ComparedAttribute = Comparison['attributes'][number];
/** Shares of spans that have a value, from 0 to 1: one among the selected spans and one among the other spans. */
type Shares = Pick<NonNullable<ComparedAttribute['values']>[number], 'selected' | 'rest'>;

interface ComparisonRequest {
  readonly filtering: Filtering | undefined;
  readonly bounds: Bounds;
  readonly selection: Filtering;
}

/** Requests a comparison of the selected spans with the other matching spans. */
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

/** A row in an attribute's table: a single value or a range of numbers. */
export interface ComparedRow extends Shares {
  readonly text: string;
  /** The value. It is undefined for a range, and for the row that counts spans without the attribute. */
  readonly value?: Json;
  /** Conditions that match the spans in the range. */
  readonly range?: readonly Condition[];
}

/**
 * Returns the rows for an attribute. Values are sorted by the difference between their two shares, largest first.
 * Ranges are in ascending order.
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

/**
 * Returns the conditions that match the spans in a range. The last range includes its upper bound, as it does in the
 * API's answer.
 */
function rangeOf({ field, key }: ComparedAttribute, range: Range): readonly Condition[] {
  const fieldRef = { field, ...(key !== undefined && { key }) };
  return [
    { ...fieldRef, operator: 'gte', value: range.from },
    { ...fieldRef, operator: range.isLast ? 'lte' : 'lt', value: range.to },
  ];
}
