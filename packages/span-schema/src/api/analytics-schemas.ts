import { z } from 'zod';
import { attributeSources, metricTypes } from '../query/analytics-names.js';
import {
  type Answered,
  counted,
  named,
  namedObject,
  orDefault,
  readByHand,
} from './named-schemas.js';
import { sumsSchema } from './outline-schemas.js';
import {
  filteringSchema,
  flatBodyMembers,
  flatQueryKeysSchema,
  page,
  windowingSchema,
} from './query-schemas.js';
import { integerFrom, jsonSchema, shownTimeSchema, timeSchema } from './value-schemas.js';

const metricSpec = named(
  'MetricSpec',
  z
    .object({
      type: orDefault(z.enum([...metricTypes, 'none', '*']), 'none'),
      path: orDefault(z.string(), '*'),
      bins: z.int().min(1).max(10_000).nullish(),
      vmin: z.number().nullish(),
      vmax: z.number().nullish(),
      edge: z.boolean().nullish(),
    })
    .refine(
      ({ vmin, vmax }) => (vmin ?? -Infinity) <= (vmax ?? Infinity),
      "'vmin' must not be greater than 'vmax'.",
    ),
  'A metric of traces: the values at a dotted path from the root of `attributes`. The types `none` and `*` request nothing.',
);

/** The metrics of a request. Their number is limited, because it determines how much memory an answer needs. */
export const metricSpecsSchema = z.array(metricSpec).max(100);

const windowKeys = { oldest: true, newest: true, interval: true, rate: true } as const;

/** The query string of the analytics routes; see docs/api/analytics.md. */
export const analyticsKeysSchema = flatQueryKeysSchema
  .pick({ focus: true, format: true, filter: true, ...windowKeys })
  .extend({ specs: z.string().optional().describe('MetricSpecs as JSON text.') });

/** The body of the analytics routes. Its members take precedence over the query string. */
export const analyticsRequestSchema = named(
  'AnalyticsRequest',
  windowingSchema.pick(windowKeys).extend({
    ...flatBodyMembers,
    specs: z.union([z.string(), metricSpecsSchema]).nullish(),
  }),
);

const bucket = { timestamp: shownTimeSchema, interval: z.int().describe('Minutes.') };

/** The answer from the analytics routes: the metrics of each bucket, the oldest bucket first. */
export const analyticsAnswerSchema = counted('AnalyticsAnswer', {
  buckets: z.array(
    z.object({
      ...bucket,
      metrics: z.record(z.string(), z.looseObject({ type: z.string(), count: z.int() })),
    }),
  ),
  query: z.record(z.string(), jsonSchema),
  specs: z.array(
    z.object({
      type: z.enum(metricTypes),
      path: z.string(),
      bins: z.int().optional(),
      vmin: z.number().optional(),
      vmax: z.number().optional(),
      edge: z.boolean().optional(),
    }),
  ),
});

const bucketSums = counted('BucketSums', {
  duration: z.number().optional().describe('Milliseconds.'),
  costs: z.number().optional(),
  tokens: z.number().optional(),
});

/**
 * The answer with sums instead of metrics. Each bucket has the sums over all its spans and over its spans with errors.
 */
export const sumBucketsSchema = counted('SumBucketsAnswer', {
  buckets: z.array(z.object({ ...bucket, total: bucketSums, errors: bucketSums })),
});

/** The body of the queries for sessions and users. */
export const actorsRequestSchema = namedObject('ActorsRequest', {
  filtering: readByHand(filteringSchema)
    .nullish()
    .describe('An id counts when a span that carries it matches.'),
  realtime: orDefault(z.boolean(), false).describe(
    'By the last span of each instead of the first.',
  ),
  windowing: readByHand(windowingSchema).nullish(),
  include_summary: orDefault(z.boolean(), false),
});

/** Sums over the traces of a session or user. */
const actorSummary = {
  traces: z.int(),
  first_time: shownTimeSchema,
  last_time: shownTimeSchema,
  tokens: sumsSchema,
  costs: sumsSchema,
  errors: z.number(),
};

/** The answer to the query for sessions. It contains sums if the request asks for the summary. */
export const sessionsAnswerSchema = page('SessionsAnswer', {
  session_ids: z.array(z.string()),
  sessions: z.array(z.object({ session_id: z.string(), ...actorSummary })).optional(),
});

/** The answer to the query for users. */
export const usersAnswerSchema = page('UsersAnswer', {
  user_ids: z.array(z.string()),
  users: z.array(z.object({ user_id: z.string(), ...actorSummary })).optional(),
});

/** The time range in a query string. */
export const timeRangeKeys = { oldest: timeSchema.optional(), newest: timeSchema.optional() };

/**
 * The default and the maximum number of attributes in an answer. A `limit` above the maximum is lowered to the maximum.
 */
export const attributeLimits = { usual: 100, maximum: 1000 } as const;

/** The query string of the attribute routes. */
export const attributeKeysQuerySchema = z.object({
  source: z.enum(attributeSources).default('attributes'),
  prefix: z.string().default('').describe('The beginning of the keys or values.'),
  ...timeRangeKeys,
  limit: integerFrom(1)
    .optional()
    .describe(
      `Default: ${attributeLimits.usual}. A larger number counts as ${attributeLimits.maximum}.`,
    ),
});

/** The query string of the route that lists the values of an attribute. */
export const attributeValuesQuerySchema = z.object({
  key: z.string().min(1),
  ...attributeKeysQuerySchema.shape,
});

/** The answer with attribute keys. Each key has its number of occurrences and the types of its values. */
export const attributeKeysSchema = counted('AttributeKeysAnswer', {
  keys: z.array(
    z.object({
      key: z.string(),
      types: z.record(z.string(), z.int()),
      count: z.int(),
    }),
  ),
});

const attributeValue = named('AttributeValue', z.union([z.string(), z.number(), z.boolean()]));

/** The answer with the most frequent values of one attribute key. */
export const attributeValuesSchema = counted('AttributeValuesAnswer', {
  values: z.array(z.object({ value: attributeValue, count: z.int() })),
});

export type SessionsAnswer = Answered<typeof sessionsAnswerSchema>;
export type UsersAnswer = Answered<typeof usersAnswerSchema>;
export type AttributeKeysAnswer = Answered<typeof attributeKeysSchema>;
export type AttributeValuesAnswer = Answered<typeof attributeValuesSchema>;
