import {
  anyOf,
  equalsAny,
  type FilterAttributeField,
  type FilterExpression,
  isAbsent,
  type JsonTest,
} from '@spanhouse/span-schema';

/** The parts of a span whose attributes become tags. */
export const tagSources: readonly FilterAttributeField[] = [
  'attributes',
  'resource.attributes',
  'scope.attributes',
];

export const exists: JsonTest = { kind: 'exists' };

/** Matches spans with `_conflicts`. Its leaves are stored under whole dotted keys, so no path leads to them. */
export const hasConflicts: FilterExpression = attribute('attributes', '_conflicts', exists);

const path = /^[a-z_][\w-]*(?:\.[a-z_][\w-]*)*$/i;

/** Returns whether a filter can use a key as a path. For other keys and for list elements, the span has to be read. */
export function isPath(key: string): boolean {
  return path.test(key);
}

/** Matches spans whose value at a path satisfies a test. */
export function attribute(
  field: FilterAttributeField,
  key: string,
  test: JsonTest,
): FilterExpression {
  return { kind: 'attribute', field, key, test };
}

/** Matches spans without the name of a service. */
export const hasNoService = anyOf([equalsAny('service_name', ['']), isAbsent('service_name')]);

/** Matches spans with an event of this name. */
export function hasEvent(name: string): FilterExpression {
  const members = [{ name: 'name' as const, values: [name] }];
  return { kind: 'entry', field: 'events', members, attributes: undefined };
}
