import { z } from 'zod';
import { type Answered, named, namedObject, orDefault, type Sent } from './named-schemas.js';
import { searchMembers } from './query-schemas.js';
import { jsonSchema, shownTimeSchema } from './value-schemas.js';

/** Maximum number of buckets in a time range. */
export const MAX_BUCKETS = 1024;

const field = namedObject(
  'AggregateField',
  { field: z.string(), key: z.string().nullish() },
  'An enumeration, a text, or `attributes`, `resource.attributes`, `scope.attributes` with a key.',
);

const time = named(
  'AggregateTime',
  z
    .object({
      buckets: z.int().min(1).max(MAX_BUCKETS).nullish(),
      interval_ms: z.int().min(1).nullish(),
    })
    .refine(
      ({ buckets, interval_ms: intervalMs }) =>
        (buckets ?? null) === null || (intervalMs ?? null) === null,
      "'time' has either 'buckets' or 'interval_ms'.",
    )
    .refine(
      ({ buckets, interval_ms: intervalMs }) => (buckets ?? intervalMs ?? null) !== null,
      "'time' needs 'buckets' or 'interval_ms'.",
    ),
  `One of both. Buckets begin at \`oldest\`; there are at most ${MAX_BUCKETS}.`,
);

const axis = named(
  'AggregateAxis',
  z
    .object({
      path: orDefault(z.string(), 'ag.metrics.duration.cumulative'),
      scale: orDefault(z.enum(['linear', 'log']), 'linear'),
      bins: orDefault(z.int().min(1).max(256), 48),
      min: z.number().nullish(),
      max: z.number().nullish(),
    })
    .refine(
      ({ min, max }) => (min ?? -Infinity) <= (max ?? Infinity),
      "'min' must not be greater than 'max'.",
    )
    .refine(
      ({ scale, min, max }) => scale !== 'log' || ((min ?? 1) > 0 && (max ?? 1) > 0),
      'The bounds of a logarithmic scale must be positive.',
    ),
  'The second axis of a heat map: the numbers at a dotted path from the root of `attributes`.',
);

const measurePattern =
  /^(?:count|failed|errors|duration\.(?:sum|p(?<percent>\d{1,3}(?:\.\d{1,6})?))|(?:tokens|costs)\.(?:sum|prompt|completion))$/;

const measure = z.string().refine(
  (name) => {
    const found = measurePattern.exec(name);
    return found !== null && Number(found.groups?.['percent'] ?? 0) <= 100;
  },
  { error: ({ input }) => `'${String(input).slice(0, 100)}' is not a measure.` },
);

/** The body of `POST /spans/aggregate/query`; see docs/api/analytics.md. */
export const aggregateRequestSchema = namedObject('AggregateRequest', {
  ...searchMembers,
  focus: orDefault(z.enum(['span', 'trace']), 'span'),
  time: time.nullish(),
  value: axis.nullish(),
  group_by: orDefault(z.array(field).max(3), []),
  measures: orDefault(z.array(measure), ['count', 'failed']).describe(
    '`count`, `failed`, `errors`, `duration.p0` to `duration.p100`, `duration.sum`, and `sum`, `prompt`, `completion` of `tokens` and `costs`.',
  ),
  limit: orDefault(z.int().min(1).max(1000), 20),
  facets: z.array(field).max(20).nullish(),
});

function numbers(name: string, text: string) {
  return named(name, z.record(z.string(), z.number().nullable()), text);
}

const measured = {
  count: z.int().optional(),
  failed: z.int().optional(),
  errors: z.number().optional().describe('Exception events.'),
  duration: numbers('AggregateDuration', 'Percentiles and the sum in ms.').optional(),
  tokens: numbers('AggregateTokens', 'Sums of tokens.').optional(),
  costs: numbers('AggregateCosts', 'Sums of costs in US dollars.').optional(),
};

const row = namedObject('AggregateRow', {
  time: shownTimeSchema.optional(),
  value: z.tuple([z.number(), z.number()]).optional().describe('The bounds of the bin.'),
  group: z.array(jsonSchema).optional().describe('Parallel to `group_by`.'),
  ...measured,
});

const facet = namedObject(
  'AggregateFacet',
  {
    field: z.string(),
    key: z.string().optional(),
    values: z.array(namedObject('AggregateFacetValue', { value: jsonSchema, count: z.int() })),
    others: namedObject('AggregateOtherValues', { values: z.int(), count: z.int() }),
    absent: z.int(),
  },
  'The most frequent values of a field.',
);

/** The answer to `POST /spans/aggregate/query`. */
export const aggregateAnswerSchema = namedObject('AggregateAnswer', {
  accuracy: z.enum(['exact', 'estimated']),
  interval_ms: z.int().optional(),
  value: namedObject(
    'AggregateRange',
    {
      min: z.number().nullable(),
      max: z.number().nullable(),
      outside: z.int().describe('The spans in no bin.'),
    },
    'The ends of the second axis; null without a value.',
  ).optional(),
  total: named('AggregateTotal', z.object(measured)),
  rows: z.array(row).optional(),
  others: namedObject('AggregateOtherGroups', { groups: z.int(), count: z.int() }).optional(),
  facets: z.array(facet).optional(),
});

export type AggregateRequest = Sent<typeof aggregateRequestSchema>;
export type AggregateAnswer = Answered<typeof aggregateAnswerSchema>;
