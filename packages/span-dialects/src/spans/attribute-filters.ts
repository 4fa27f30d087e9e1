import {
  anyOf,
  equalsAny,
  type FilterAttributeField,
  type FilterExpression,
  isAbsent,
  type JsonTest,
} from '@spanhouse/span-schema';

/** Parts of a span whose attributes become tags. */
export const tagSources: readonly FilterAttributeField[] = [
  'attributes',
  'resource.attributes',
  'scope.attributes',
];

export const exists: JsonTest = { kind: 'exists' };

/**
 * Filter that matches spans with `_conflicts`. Leaves in this object are stored under whole dotted keys, so they cannot
 * be addressed by path.
 */
export const hasConflicts: FilterExpression = attribute('attributes', '_conflicts', exists);

const path = /^[a-z_][\w-]*(?:\.[a-z_][\w-]*)*$/i;

/**
 * Returns whether a filter can use a key as a path. If it cannot, for example for a list element, the span has to be
 * read.
 */
export function isPath(key: string): boolean {
  return path.test(key);
}

/** Returns a filter for spans whose value at a path satisfies a test. */
export function attribute(
  field: FilterAttributeField,
  key: string,
  test: JsonTest,
): FilterExpression {
  return { kind: 'attribute', field, key, test };
}

/** Filter that matches spans without a service name. */
export const hasNoService = anyOf([equalsAny('service_name', ['']), isAbsent('service_name')]);

/** Returns a filter that matches spans with an event of this name. */
export function hasEvent(name: string): FilterExpression {
  const members = [{ name: 'name' as const, values: [name] }];
  return { kind: 'entry', field: 'events', members, attributes: undefined };
}
