import { z } from 'zod';
import { filteringShape, windowingShape } from './query-shapes.js';
import { shape } from './shape-registry.js';
import { timeShape } from './value-shapes.js';

const metricSpec = shape(
  'MetricSpec',
  z.object({
    type: z
      .enum([
        'numeric/continuous',
        'numeric/discrete',
        'categorical/single',
        'categorical/multiple',
        'binary',
        'string',
        'json',
        'none',
        '*',
      ])
      .default('none'),
    path: z.string().default('*'),
    bins: z.int().min(1).max(10_000).nullish(),
    vmin: z.number().nullish(),
    vmax: z.number().nullish(),
    edge: z.boolean().nullish(),
  }),
  'A metric of traces: the values at a dotted path from the root of `attributes`.',
);

const analyticsKeys = {
  focus: z.enum(['trace', 'span']).optional(),
  format: z.enum(['agenta', 'opentelemetry']).optional(),
  oldest: timeShape.optional(),
  newest: timeShape.optional(),
  interval: z.int().min(1).optional().describe('Minutes.'),
  rate: z.number().min(0).max(1).optional(),
};

/** The query string of the analytics routes; see docs/api/analytics.md. */
export const analyticsKeysShape = z.object({
  ...analyticsKeys,
  filter: z.string().optional().describe('A Filtering as JSON text.'),
  specs: z.string().optional().describe('MetricSpecs as JSON text.'),
});

/** The body of the analytics routes. Its members take precedence over the query string. */
export const analyticsRequestShape = shape(
  'AnalyticsRequest',
  z.object({
    ...analyticsKeys,
    filter: z.union([z.string(), filteringShape]).nullish(),
    filtering: filteringShape.nullish(),
    windowing: windowingShape.nullish(),
    formatting: z.object({ focus: z.string().nullish(), format: z.string().nullish() }).nullish(),
    specs: z.array(metricSpec).nullish(),
  }),
);

const bucket = { timestamp: timeShape, interval: z.int().describe('Minutes.') };

/** The answer of the analytics routes: the metrics of each bucket, oldest bucket first. */
export const analyticsAnswerShape = shape(
  'AnalyticsAnswer',
  z.object({
    count: z.int(),
    buckets: z.array(
      z.object({
        ...bucket,
        metrics: z.record(z.string(), z.looseObject({ type: z.string(), count: z.int() })),
      }),
    ),
    query: z.record(z.string(), z.unknown()),
    specs: z.array(metricSpec),
  }),
);

const bucketSums = shape(
  'BucketSums',
  z.object({
    count: z.int(),
    duration: z.number().optional().describe('Milliseconds.'),
    costs: z.number().optional(),
    tokens: z.number().optional(),
  }),
);

/** The answer with sums instead of metrics: all spans of a bucket, and those with errors. */
export const sumBucketsShape = shape(
  'SumBucketsAnswer',
  z.object({
    count: z.int(),
    buckets: z.array(z.object({ ...bucket, total: bucketSums, errors: bucketSums })),
  }),
);

/** The body of the queries for sessions and users. */
export const actorsRequestShape = shape(
  'ActorsRequest',
  z.object({
    filtering: filteringShape
      .nullish()
      .describe('An id counts when a span that carries it matches.'),
    realtime: z.boolean().nullish().describe('By the last span of each instead of the first.'),
    windowing: windowingShape.nullish(),
    include_summary: z.boolean().nullish(),
  }),
);

const counts = z.object({ prompt: z.number(), completion: z.number(), total: z.number() });

/** What the traces of a session or user add up to. */
const actorSummary = {
  traces: z.int(),
  first_time: timeShape,
  last_time: timeShape,
  tokens: counts,
  costs: counts,
  errors: z.number(),
};

/** The answer of the query for sessions. Sums are present when the request includes the summary. */
export const sessionsAnswerShape = shape(
  'SessionsAnswer',
  z.object({
    count: z.int(),
    session_ids: z.array(z.string()),
    sessions: z.array(z.object({ session_id: z.string(), ...actorSummary })).optional(),
    windowing: windowingShape.optional(),
  }),
);

/** The answer of the query for users. */
export const usersAnswerShape = shape(
  'UsersAnswer',
  z.object({
    count: z.int(),
    user_ids: z.array(z.string()),
    users: z.array(z.object({ user_id: z.string(), ...actorSummary })).optional(),
    windowing: windowingShape.optional(),
  }),
);

/** The query string of the attribute routes: whose attributes, a prefix of keys or values, a time range and a limit. */
export const attributeRangeKeys = {
  source: z.enum(['attributes', 'resource', 'scope', 'events']).optional(),
  prefix: z.string().optional(),
  oldest: timeShape.optional(),
  newest: timeShape.optional(),
  limit: z.int().min(1).max(1000).optional(),
};

/** The answer with the keys of attributes, how often each occurs, and with which types. */
export const attributeKeysShape = shape(
  'AttributeKeysAnswer',
  z.object({
    count: z.int(),
    keys: z.array(
      z.object({
        key: z.string(),
        types: z.record(z.string(), z.int()),
        count: z.int(),
      }),
    ),
  }),
);

const attributeValue = shape('AttributeValue', z.union([z.string(), z.number(), z.boolean()]));

/** The answer with the most frequent values of one attribute key. */
export const attributeValuesShape = shape(
  'AttributeValuesAnswer',
  z.object({
    count: z.int(),
    values: z.array(z.object({ value: attributeValue, count: z.int() })),
  }),
);
