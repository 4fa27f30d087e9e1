import type { FilterAttributeField, FilterExpression, JsonTest } from '@spanhouse/span-schema';

/** Where the tags of a span come from. */
export const tagSources: readonly FilterAttributeField[] = [
  'attributes',
  'resource.attributes',
  'scope.attributes',
];

export const exists: JsonTest = { kind: 'exists' };

/** Leaves in `_conflicts` have their whole key there, which is no path. */
export const hasConflicts: FilterExpression = attribute('attributes', '_conflicts', exists);

const path = /^[a-z_][\w-]*(?:\.[a-z_][\w-]*)*$/i;

/** Returns whether a key is a path: the others, and list elements, are found by reading. */
export function isPath(key: string): boolean {
  return path.test(key);
}

/** Matches spans that have such a value at a path. */
export function attribute(
  field: FilterAttributeField,
  key: string,
  test: JsonTest,
): FilterExpression {
  return { kind: 'attribute', field, key, test };
}
