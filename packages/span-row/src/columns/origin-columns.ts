import type { FilterField, JsonValue } from '@spanhouse/span-schema';
import type { OriginColumn, RowOrigin } from './column.js';

/** The columns that have the same value for every span of a resource and scope. */
export const originColumns = [
  { ...hiddenText('service_name', resourceText('service.name')), absent: { bit: 4 } },
  {
    ...hiddenText('service_version', resourceText('service.version')),
    since: 2,
    absent: { noTextIn: 'resource', path: ['attributes', 'service.version'] },
  },
  { ...hiddenText('scope_name', ({ scope }) => scope?.name), absent: { bit: 5 } },
  { ...hiddenText('scope_version', ({ scope }) => scope?.version), absent: { bit: 6 } },
  {
    name: 'resource',
    isPacked: true,
    type: 'String',
    encoding: 'json',
    from: ({ resource }) => resource,
    absent: { value: 'zero' },
  },
  {
    name: 'scope',
    isPacked: true,
    type: 'String',
    encoding: 'json',
    from: ({ scope }) => scope,
    absent: { value: 'zero' },
  },
] as const satisfies readonly OriginColumn[];

/**
 * Declares a column for the filter field with the same name. Queries for spans omit this column, because the JSON
 * contains its value.
 */
function hiddenText<Name extends FilterField>(
  name: Name,
  from: (origin: RowOrigin) => string | undefined,
) {
  return { name, type: 'LowCardinality(String)', from, isHidden: true, filter: name } as const;
}

/** Returns a function that reads a resource attribute. The function treats any value other than a string as absent. */
function resourceText(name: string): (origin: RowOrigin) => string | undefined {
  return ({ resource }) => {
    const value: JsonValue | undefined = resource?.attributes[name];
    return typeof value === 'string' ? value : undefined;
  };
}
