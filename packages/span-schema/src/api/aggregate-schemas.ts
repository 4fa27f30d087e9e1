import { z } from 'zod';
import { named } from './named-schemas.js';
import { filteringSchema, windowingSchema } from './query-schemas.js';
import { timeSchema } from './value-schemas.js';

const focus = z.enum(['span', 'trace']).default('span');

const field = named(
  'AggregateField',
  z.object({ field: z.string(), key: z.string().nullish() }),
  'An enumeration, a text, or `attributes`, `resource.attributes`, `scope.attributes` with a key.',
);

const time = named(
  'AggregateTime',
  z.object({
    buckets: z.int().min(1).max(1024).nullish(),
    interval_ms: z.int().min(1).nullish(),
  }),
  'One of both. Buckets begin at `oldest`; there are at most 1024.',
);

const axis = named(
  'AggregateAxis',
  z.object({
    path: z.string().default('ag.metrics.duration.cumulative'),
    scale: z.enum(['linear', 'log']).default('linear'),
    bins: z.int().min(1).max(256).default(48),
    min: z.number().nullish(),
    max: z.number().nullish(),
  }),
  'The second axis of a heat map: the numbers at a dotted path from the root of `attributes`.',
);

/** The body of `POST /spans/aggregate/query`; see docs/api/analytics.md. */
export const aggregateRequestSchema = named(
  'AggregateRequest',
  z.object({
    filtering: filteringSchema.nullish(),
    windowing: windowingSchema.nullish(),
    focus: focus.optional(),
    time: time.nullish(),
    value: axis.nullish(),
    group_by: z.array(field).max(3).nullish(),
    measures: z
      .array(z.string())
      .nullish()
      .describe(
        '`count`, `failed`, `errors`, `duration.p0` to `duration.p100`, `duration.sum`, and `sum`, `prompt`, `completion` of `tokens` and `costs`. Default: `count`, `failed`.',
      ),
    limit: z.int().min(1).max(1000).default(20).optional(),
    facets: z.array(field).max(20).nullish(),
  }),
);

function numbers(name: string, text: string) {
  return named(name, z.record(z.string(), z.number().nullable()), text);
}

const measured = {
  count: z.int().optional(),
  failed: z.int().optional(),
  errors: z.number().optional(),
  duration: numbers('AggregateDuration', 'Percentiles and the sum in ms.').optional(),
  tokens: numbers('AggregateTokens', 'Sums of tokens.').optional(),
  costs: numbers('AggregateCosts', 'Sums of costs in US dollars.').optional(),
};

const row = named(
  'AggregateRow',
  z.object({
    time: timeSchema.optional(),
    value: z.array(z.number()).length(2).optional().describe('The bounds of the bin.'),
    group: z.array(z.unknown()).optional().describe('Parallel to `group_by`.'),
    ...measured,
  }),
);

const facet = named(
  'AggregateFacet',
  z.object({
    field: z.string(),
    key: z.string().optional(),
    values: z.array(named('AggregateFacetValue', z.object({ value: z.unknown(), count: z.int() }))),
    others: named('AggregateOtherValues', z.object({ values: z.int(), count: z.int() })),
    absent: z.int(),
  }),
);

/** The answer of `POST /spans/aggregate/query`. */
export const aggregateAnswerSchema = named(
  'AggregateAnswer',
  z.object({
    accuracy: z.enum(['exact', 'estimated']),
    interval_ms: z.int().optional(),
    value: named(
      'AggregateRange',
      z.object({
        min: z.number().nullable(),
        max: z.number().nullable(),
        outside: z.int().describe('The spans in no bin.'),
      }),
    ).optional(),
    total: named('AggregateTotal', z.object(measured)),
    rows: z.array(row).optional(),
    others: named('AggregateOtherGroups', z.object({ groups: z.int(), count: z.int() })).optional(),
    facets: z.array(facet).optional(),
  }),
);
