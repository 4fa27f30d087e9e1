import { z } from 'zod';
import { named } from './named-schemas.js';
import { filteringSchema, windowingSchema } from './query-schemas.js';
import { timeSchema } from './value-schemas.js';

const metricSpec = named(
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
  oldest: timeSchema.optional(),
  newest: timeSchema.optional(),
  interval: z.int().min(1).optional().describe('Minutes.'),
  rate: z.number().min(0).max(1).optional(),
};

/** The query string of the analytics routes; see docs/api/analytics.md. */
export const analyticsKeysSchema = z.object({
  ...analyticsKeys,
  filter: z.string().optional().describe('A Filtering as JSON text.'),
  specs: z.string().optional().describe('MetricSpecs as JSON text.'),
});

/** The body of the analytics routes. Its members take precedence over the query string. */
export const analyticsRequestSchema = named(
  'AnalyticsRequest',
  z.object({
    ...analyticsKeys,
    filter: z.union([z.string(), filteringSchema]).nullish(),
    filtering: filteringSchema.nullish(),
    windowing: windowingSchema.nullish(),
    formatting: z.object({ focus: z.string().nullish(), format: z.string().nullish() }).nullish(),
    specs: z.array(metricSpec).nullish(),
  }),
);

const bucket = { timestamp: timeSchema, interval: z.int().describe('Minutes.') };

/** The answer of the analytics routes: the metrics of each bucket, oldest bucket first. */
export const analyticsAnswerSchema = named(
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

const bucketSums = named(
  'BucketSums',
  z.object({
    count: z.int(),
    duration: z.number().optional().describe('Milliseconds.'),
    costs: z.number().optional(),
    tokens: z.number().optional(),
  }),
);

/** The answer with sums instead of metrics: all spans of a bucket, and those with errors. */
export const sumBucketsSchema = named(
  'SumBucketsAnswer',
  z.object({
    count: z.int(),
    buckets: z.array(z.object({ ...bucket, total: bucketSums, errors: bucketSums })),
  }),
);

/** The body of the queries for sessions and users. */
export const actorsRequestSchema = named(
  'ActorsRequest',
  z.object({
    filtering: filteringSchema
      .nullish()
      .describe('An id counts when a span that carries it matches.'),
    realtime: z.boolean().nullish().describe('By the last span of each instead of the first.'),
    windowing: windowingSchema.nullish(),
    include_summary: z.boolean().nullish(),
  }),
);

const counts = z.object({ prompt: z.number(), completion: z.number(), total: z.number() });

/** What the traces of a session or user add up to. */
const actorSummary = {
  traces: z.int(),
  first_time: timeSchema,
  last_time: timeSchema,
  tokens: counts,
  costs: counts,
  errors: z.number(),
};

/** The answer of the query for sessions. Sums are present when the request includes the summary. */
export const sessionsAnswerSchema = named(
  'SessionsAnswer',
  z.object({
    count: z.int(),
    session_ids: z.array(z.string()),
    sessions: z.array(z.object({ session_id: z.string(), ...actorSummary })).optional(),
    windowing: windowingSchema.optional(),
  }),
);

/** The answer of the query for users. */
export const usersAnswerSchema = named(
  'UsersAnswer',
  z.object({
    count: z.int(),
    user_ids: z.array(z.string()),
    users: z.array(z.object({ user_id: z.string(), ...actorSummary })).optional(),
    windowing: windowingSchema.optional(),
  }),
);

/** The query string of the attribute routes: whose attributes, a prefix of keys or values, a time range and a limit. */
export const attributeRangeKeys = {
  source: z.enum(['attributes', 'resource', 'scope', 'events']).optional(),
  prefix: z.string().optional(),
  oldest: timeSchema.optional(),
  newest: timeSchema.optional(),
  limit: z.int().min(1).max(1000).optional(),
};

/** The answer with the keys of attributes, how often each occurs, and with which types. */
export const attributeKeysSchema = named(
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

const attributeValue = named('AttributeValue', z.union([z.string(), z.number(), z.boolean()]));

/** The answer with the most frequent values of one attribute key. */
export const attributeValuesSchema = named(
  'AttributeValuesAnswer',
  z.object({
    count: z.int(),
    values: z.array(z.object({ value: attributeValue, count: z.int() })),
  }),
);
