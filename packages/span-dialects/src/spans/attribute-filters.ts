import type { FilterAttributeField, FilterExpression, JsonTest } from '@spanhouse/span-schema';

/** The parts of a span that become its tags. */
export const tagSources: readonly FilterAttributeField[] = [
  'attributes',
  'resource.attributes',
  'scope.attributes',
];

export const exists: JsonTest = { kind: 'exists' };

/** Matches spans with `_conflicts`, where leaves are stored under whole dotted keys that no path reaches. */
export const hasConflicts: FilterExpression = attribute('attributes', '_conflicts', exists);

const path = /^[a-z_][\w-]*(?:\.[a-z_][\w-]*)*$/i;

/** Returns whether a filter can follow a key as a path. Other keys and list elements require reading the span. */
export function isPath(key: string): boolean {
  return path.test(key);
}

/** Matches spans whose value at a path passes a test. */
export function attribute(
  field: FilterAttributeField,
  key: string,
  test: JsonTest,
): FilterExpression {
  return { kind: 'attribute', field, key, test };
}
