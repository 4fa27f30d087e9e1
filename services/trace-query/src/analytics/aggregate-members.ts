import { badRequestAt } from '@spanhouse/api-kit';
import {
  filterAttributeFields,
  filterEnumFields,
  filterTextFields,
  type Location,
} from '@spanhouse/span-schema';
import type { AggregateField, AggregateMeasure, ValueAxis } from '@spanhouse/trace-store/reader';
import { z } from 'zod';

const MAX_BUCKETS = 1024;
const MAX_BINS = 256;
const DEFAULT_BINS = 48;
const MAX_GROUP_FIELDS = 3;
const MAX_LIMIT = 1000;
const DEFAULT_LIMIT = 20;
const MAX_FACETS = 20;

const measurePattern =
  /^(?:count|failed|errors|duration\.(?:sum|p(?<percent>\d{1,3}(?:\.\d{1,6})?))|(?:tokens|costs)\.(?:sum|prompt|completion))$/;

const measureSchema = z.string().refine(
  (name) => {
    const found = measurePattern.exec(name);
    return found !== null && Number(found.groups?.['percent'] ?? 0) <= 100;
  },
  { error: ({ input }) => `'${String(input).slice(0, 100)}' is not a measure.` },
);

const timeSchema = z
  .object({
    buckets: z.int().min(1).max(MAX_BUCKETS).nullish(),
    interval_ms: z.int().min(1).nullish(),
  })
  .refine(
    ({ buckets, interval_ms }) => (buckets ?? null) === null || (interval_ms ?? null) === null,
    {
      error: "'time' has either 'buckets' or 'interval_ms'.",
    },
  )
  .refine(({ buckets, interval_ms }) => (buckets ?? interval_ms ?? null) !== null, {
    error: "'time' needs 'buckets' or 'interval_ms'.",
  });

const valueSchema = z
  .object({
    path: z.string().nullish(),
    scale: z.enum(['linear', 'log']).nullish(),
    bins: z.int().min(1).max(MAX_BINS).nullish(),
    min: z.number().nullish(),
    max: z.number().nullish(),
  })
  .refine(({ min, max }) => (min ?? -Infinity) <= (max ?? Infinity), {
    error: "'min' must not be greater than 'max'.",
  })
  .refine(({ scale, min, max }) => scale !== 'log' || ((min ?? 1) > 0 && (max ?? 1) > 0), {
    error: 'The bounds of a logarithmic scale must be positive.',
  });

const fieldSchema = z.object({ field: z.string(), key: z.string().nullish() });

/** The members of a request that only this route has. */
export const aggregateMembersSchema = z.object({
  focus: z.enum(['span', 'trace']).nullish(),
  time: timeSchema.nullish(),
  value: valueSchema.nullish(),
  group_by: z.array(fieldSchema).max(MAX_GROUP_FIELDS).nullish(),
  measures: z.array(measureSchema).nullish(),
  limit: z.int().min(1).max(MAX_LIMIT).nullish(),
  facets: z.array(fieldSchema).max(MAX_FACETS).nullish(),
});

/** The checked members of a request. */
export type AggregateMembers = z.output<typeof aggregateMembersSchema>;

const defaultPath = 'ag.metrics.duration.cumulative';
const root = 'attributes.';

export function toValueAxis(value: AggregateMembers['value']): ValueAxis | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const path = value.path ?? defaultPath;
  return {
    path: path.startsWith(root) ? path.slice(root.length) : path,
    scale: value.scale ?? 'linear',
    bins: value.bins ?? DEFAULT_BINS,
    min: value.min ?? undefined,
    max: value.max ?? undefined,
  };
}

export function toLimit({ limit }: AggregateMembers): number {
  return limit ?? DEFAULT_LIMIT;
}

/** A measure with the name under which answers show it. */
export interface NamedMeasure {
  readonly name: string;
  readonly measure: AggregateMeasure;
}

export function toMeasures({ measures }: AggregateMembers): readonly NamedMeasure[] {
  const names = new Set(measures ?? ['count', 'failed']);
  return [...names].map((name) => ({ name, measure: toMeasure(name) }));
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

/** A field with the members that were sent. */
export interface SentField {
  readonly field: string;
  readonly key?: string | null | undefined;
}

const fieldsWithColumns = [...filterEnumFields, ...filterTextFields] as const;

/** Returns the field at a place of the request; throws the 400 of one that has no single value per span. */
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
