import type { AggregateField } from '../api/aggregate.js';
import type { Json } from '../api/shown-span.js';
import type { Condition, Filtering } from '../filter-bar/filtering.js';
import { partsOf } from '../filter-bar/toggle-condition.js';
import { writeFilterText } from '../filter-bar/write-filter-text.js';
import type { Bounds } from '../url/time-window.js';
import type { Focus } from './group-fields.js';

export type Part = Condition | Filtering;

const failure: Condition = { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' };

export const failedOnly: readonly Part[] = [failure];
export const notFailed: readonly Part[] = [{ operator: 'not', conditions: [failure] }];

/** The spans that contribute to a number on the page. */
export interface Counted {
  readonly filtering: Filtering | undefined;
  /** The counted unit. If it is `trace`, only the root span of each trace is counted. */
  readonly focus: Focus;
  readonly bounds: Required<Bounds>;
}

/**
 * Returns the explorer parameters for listing exactly the spans that a number counts. `own` contains the conditions
 * that apply only to this number.
 */
export function searchOf({ filtering, focus, bounds }: Counted, own: readonly Part[]) {
  const root: Condition = { field: 'parent_id', operator: 'is', value: null };
  const conditions = [...partsOf(filtering), ...(focus === 'trace' ? [root] : []), ...own];
  return {
    ...(conditions.length > 0 && { q: writeFilterText({ operator: 'and', conditions }) }),
    w: `${bounds.oldest}..${bounds.newest}`,
  };
}

/**
 * Returns the condition that matches the spans of one group. The value null represents the spans that lack the field.
 */
export function inGroup(field: AggregateField, value: Json): Part {
  if (value !== null) {
    return { ...field, operator: 'is', value };
  }
  return field.key === undefined
    ? { ...field, operator: 'is', value: null }
    : { ...field, operator: 'not_exists' };
}

/** Returns the conditions that match the spans outside all listed groups. */
export function inNoGroup(field: AggregateField, listed: readonly Json[]): readonly Part[] {
  const values = listed.filter((value) => value !== null);
  const [only, ...others] = values;
  const one = only === undefined ? [] : [inGroup(field, only)];
  const some = others.length === 0 ? one : [{ ...field, operator: 'in', value: values }];
  const absent = values.length < listed.length ? [inGroup(field, null)] : [];
  return [...some, ...absent].map((part) => ({ operator: 'not', conditions: [part] }));
}
