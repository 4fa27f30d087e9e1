import type { JsonValue } from '@spanhouse/span-schema';
import type { OriginColumn, RowOrigin } from './column.js';

/** The columns that have the same value for every span of one resource and scope. */
export const originColumns = [
  {
    name: 'service_name',
    type: 'LowCardinality(String)',
    from: resourceText('service.name'),
    absent: { bit: 4 },
    isHidden: true,
    filter: 'service_name',
  },
  {
    name: 'service_version',
    type: 'LowCardinality(String)',
    since: 2,
    from: resourceText('service.version'),
    absent: { noTextIn: 'resource', path: ['attributes', 'service.version'] },
    isHidden: true,
    filter: 'service_version',
  },
  {
    name: 'scope_name',
    type: 'LowCardinality(String)',
    from: ({ scope }) => scope?.name,
    absent: { bit: 5 },
    isHidden: true,
    filter: 'scope_name',
  },
  {
    name: 'scope_version',
    type: 'LowCardinality(String)',
    from: ({ scope }) => scope?.version,
    absent: { bit: 6 },
    isHidden: true,
    filter: 'scope_version',
  },
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

/** Returns a function that reads an attribute; values other than texts count as absent. */
function resourceText(name: string): (origin: RowOrigin) => string | undefined {
  return ({ resource }) => {
    const value: JsonValue | undefined = resource?.attributes[name];
    return typeof value === 'string' ? value : undefined;
  };
}
