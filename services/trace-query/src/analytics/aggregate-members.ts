import { badRequestAt } from '@spanhouse/api-kit';
import {
  filterAttributeFields,
  filterEnumFields,
  filterTextFields,
  type Location,
} from '@spanhouse/span-schema';
import type { aggregateRequestSchema } from '@spanhouse/span-schema/api';
import type { AggregateField, AggregateMeasure, ValueAxis } from '@spanhouse/trace-store/reader';
import type { z } from 'zod';

/** The validated members of a request. */
export type AggregateMembers = z.output<typeof aggregateRequestSchema>;

const root = 'attributes.';

export function toValueAxis(value: AggregateMembers['value']): ValueAxis | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const { path, min, max, ...axis } = value;
  return {
    ...axis,
    path: path.startsWith(root) ? path.slice(root.length) : path,
    min: min ?? undefined,
    max: max ?? undefined,
  };
}

/** A measure, and its name in answers. */
export interface NamedMeasure {
  readonly name: string;
  readonly measure: AggregateMeasure;
}

export function toMeasures({ measures }: AggregateMembers): readonly NamedMeasure[] {
  return [...new Set(measures)].map((name) => ({ name, measure: toMeasure(name) }));
}

function toMeasure(name: string): AggregateMeasure {
  const [group = '', member = ''] = name.split(/\.(.*)/s);
  switch (group) {
    case 'count':
    case 'failed':
      return { kind: group };
    case 'errors':
      return { kind: 'sum', of: 'errors' };
    case 'duration':
      return member === 'sum'
        ? { kind: 'sum', of: 'duration' }
        : { kind: 'percentile', level: Number(member.slice(1)) / 100 };
    default: {
      const part = member === 'sum' ? 'total' : (member as 'prompt' | 'completion');
      return { kind: 'sum', of: `${group as 'tokens' | 'costs'}_${part}` };
    }
  }
}

/** A grouping field as the request contains it. */
export type SentField = AggregateMembers['group_by'][number];

const fieldsWithColumns = [...filterEnumFields, ...filterTextFields] as const;

/**
 * Converts a field of the request at the location `loc`. Throws a 400 if a span can have several values of the field.
 */
export function toField({ field, key }: SentField, loc: Location): AggregateField {
  const named = fieldsWithColumns.find((name) => name === field);
  if (named !== undefined) {
    return { field: named };
  }
  const object = filterAttributeFields.find((name) => name === field);
  if (object === undefined) {
    throw badRequestAt(loc, `Unsupported condition field '${field.slice(0, 200)}'.`);
  }
  if (key === undefined || key === null) {
    throw badRequestAt(loc, `'${object}' key is required and thus never null.`);
  }
  return { field: object, key };
}
