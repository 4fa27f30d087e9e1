import { z } from 'zod';
import { filteringShape, windowingShape } from './query-shapes.js';
import { shape } from './shape-registry.js';
import { timeShape } from './value-shapes.js';

const focus = z.enum(['span', 'trace']).default('span');

const field = shape(
  'AggregateField',
  z.object({ field: z.string(), key: z.string().nullish() }),
  'An enumeration, a text, or `attributes`, `resource.attributes`, `scope.attributes` with a key.',
);

const time = shape(
  'AggregateTime',
  z.object({
    buckets: z.int().min(1).max(1024).nullish(),
    interval_ms: z.int().min(1).nullish(),
  }),
  'One of both. Buckets begin at `oldest`; there are at most 1024.',
);

const axis = shape(
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
export const aggregateRequestShape = shape(
  'AggregateRequest',
  z.object({
    filtering: filteringShape.nullish(),
    windowing: windowingShape.nullish(),
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
  return shape(name, z.record(z.string(), z.number().nullable()), text);
}

const measured = {
  count: z.int().optional(),
  failed: z.int().optional(),
  errors: z.number().optional(),
  duration: numbers('AggregateDuration', 'Percentiles and the sum in ms.').optional(),
  tokens: numbers('AggregateTokens', 'Sums of tokens.').optional(),
  costs: numbers('AggregateCosts', 'Sums of costs in US dollars.').optional(),
};

const row = shape(
  'AggregateRow',
  z.object({
    time: timeShape.optional(),
    value: z.array(z.number()).length(2).optional().describe('The bounds of the bin.'),
    group: z.array(z.unknown()).optional().describe('Parallel to `group_by`.'),
    ...measured,
  }),
);

const facet = shape(
  'AggregateFacet',
  z.object({
    field: z.string(),
    key: z.string().optional(),
    values: z.array(shape('AggregateFacetValue', z.object({ value: z.unknown(), count: z.int() }))),
    others: shape('AggregateOtherValues', z.object({ values: z.int(), count: z.int() })),
    absent: z.int(),
  }),
);

/** The answer of `POST /spans/aggregate/query`. */
export const aggregateAnswerShape = shape(
  'AggregateAnswer',
  z.object({
    accuracy: z.enum(['exact', 'estimated']),
    interval_ms: z.int().optional(),
    value: shape(
      'AggregateRange',
      z.object({
        min: z.number().nullable(),
        max: z.number().nullable(),
        outside: z.int().describe('The spans in no bin.'),
      }),
    ).optional(),
    total: shape('AggregateTotal', z.object(measured)),
    rows: z.array(row).optional(),
    others: shape('AggregateOtherGroups', z.object({ groups: z.int(), count: z.int() })).optional(),
    facets: z.array(facet).optional(),
  }),
);
