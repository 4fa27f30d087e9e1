import type { Json } from '../api/shown-span.js';
import type { Condition, Filtering, Part } from './filtering.js';

/** A span field. If the field contains attributes, the key identifies one of them. */
export interface FieldRef {
  readonly field: string;
  readonly key?: string;
}

/** Returns the values that a filter selects for a field. */
export function chosenValues(
  filtering: Filtering | undefined,
  fieldRef: FieldRef,
): readonly Json[] {
  const found = partsOf(filtering).find((part) => isAbout(part, fieldRef));
  return found === undefined ? [] : valuesOf(found as Condition);
}

/**
 * Adds a value of a field to the filter, or removes it if the filter already contains it. Returns undefined if the
 * filter becomes empty.
 */
export function toggleValue(
  filtering: Filtering | undefined,
  fieldRef: FieldRef,
  value: Json,
): Filtering | undefined {
  const parts = partsOf(filtering);
  if (fieldRef.field === entries) {
    return toggleEntry(parts, { ...fieldRef, operator: 'has', value });
  }
  const values = chosenValues(filtering, fieldRef);
  const next = values.includes(value)
    ? values.filter((other) => other !== value)
    : [...values, value];
  const condition = conditionOf(fieldRef, next);
  const at = parts.findIndex((part) => isAbout(part, fieldRef));
  const conditions =
    at < 0
      ? [...parts, ...condition]
      : [...parts.slice(0, at), ...condition, ...parts.slice(at + 1)];
  return conditions.length === 0 ? undefined : { operator: 'and', conditions };
}

/**
 * Field that contains a list of entries with attributes. A condition on this field has only one value, because each of
 * several values could match a different entry.
 */
const entries = 'events';

function toggleEntry(parts: readonly Part[], asked: Condition): Filtering | undefined {
  const others = parts.filter(
    (part) =>
      !('field' in part && part.field === asked.field && part.operator === asked.operator) ||
      part.key !== asked.key ||
      part.value !== asked.value,
  );
  const conditions = others.length < parts.length ? others : [...parts, asked];
  return conditions.length === 0 ? undefined : { operator: 'and', conditions };
}

/** Adds a condition that excludes spans with the given value in a field. */
export function excludeValue(
  filtering: Filtering | undefined,
  fieldRef: FieldRef,
  value: Json,
): Filtering {
  const excluded: Filtering = { operator: 'not', conditions: [...conditionOf(fieldRef, [value])] };
  const parts = partsOf(filtering);
  return parts.length === 0 ? excluded : { operator: 'and', conditions: [...parts, excluded] };
}

/** Adds a lower limit for the values of a field. It replaces any earlier lower limit. */
export function setLowerLimit(
  filtering: Filtering | undefined,
  fieldRef: FieldRef,
  limit: number,
): Filtering {
  const others = partsOf(filtering).filter(
    (part) =>
      !('field' in part) ||
      part.field !== fieldRef.field ||
      part.key !== fieldRef.key ||
      !['gt', 'gte'].includes(part.operator),
  );
  const condition: Condition = { ...fieldRef, operator: 'gte', value: limit };
  return { operator: 'and', conditions: [...others, condition] };
}

/** Returns the conditions of a filter. A matching span meets all of them. */
export function partsOf(filtering: Filtering | undefined): readonly Part[] {
  if (filtering === undefined) {
    return [];
  }
  return filtering.operator === 'and' ? filtering.conditions : [filtering];
}

function isAbout(part: Part, { field, key }: FieldRef): boolean {
  return (
    'field' in part &&
    part.field === field &&
    part.key === key &&
    (part.operator === 'is' || (part.operator === 'in' && Array.isArray(part.value)))
  );
}

function valuesOf({ operator, value }: Condition): readonly Json[] {
  return operator === 'in' ? (value as readonly Json[]) : [value as Json];
}

function conditionOf(fieldRef: FieldRef, values: readonly Json[]): readonly Condition[] {
  const [only, ...others] = values;
  if (only === undefined) {
    return [];
  }
  if (fieldRef.field === entries) {
    return values.map((value) => ({ ...fieldRef, operator: 'has', value }));
  }
  return others.length === 0
    ? [{ ...fieldRef, operator: 'is', value: only }]
    : [{ ...fieldRef, operator: 'in', value: values }];
}

/** Wraps a condition or group in a filter. */
export function groupOf(part: Part): Filtering {
  return 'conditions' in part ? part : { operator: 'and', conditions: [part] };
}
