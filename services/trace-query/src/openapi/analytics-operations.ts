import {
  actorsRequestSchema,
  aggregateAnswerSchema,
  aggregateRequestSchema,
  analyticsAnswerSchema,
  analyticsKeysSchema,
  analyticsRequestSchema,
  attributeKeysQuerySchema,
  attributeKeysSchema,
  attributeValuesQuerySchema,
  attributeValuesSchema,
  compareAnswerSchema,
  compareRequestSchema,
  flatQueryKeysSchema,
  flatQueryRequestSchema,
  serviceMapAnswerSchema,
  serviceMapRequestSchema,
  sessionsAnswerSchema,
  sumBucketsSchema,
  usersAnswerSchema,
} from '@spanhouse/span-schema/api';
import { answer, type Operation, type Operations } from './operation.js';

const measure: Operation = {
  tag: 'Traces',
  summary: 'Measure traces by time: statistics of the values at given paths',
  mirrored: true,
  query: analyticsKeysSchema,
  body: { schema: analyticsRequestSchema, required: false },
  answers: answer(
    200,
    'The buckets that have values, and the query with its defaults.',
    analyticsAnswerSchema,
  ),
};

const listSessions: Operation = {
  tag: 'Spans',
  summary: 'List the sessions that spans belong to',
  mirrored: true,
  body: { schema: actorsRequestSchema, required: true },
  answers: answer(200, 'A page of session ids.', sessionsAnswerSchema),
};

const listUsers: Operation = {
  ...listSessions,
  summary: 'List the users that spans belong to',
  answers: answer(200, 'A page of user ids.', usersAnswerSchema),
};

/** Metrics by time, sessions and users, and the keys and values of attributes. */
export const analyticsOperations: Operations = {
  'POST /spans/analytics/query': measure,
  'POST /tracing/analytics/query': { ...measure, deprecated: true },
  'POST /spans/aggregate/query': {
    tag: 'Spans',
    summary: 'Count and measure spans or traces by time, value and fields',
    body: { schema: aggregateRequestSchema, required: false },
    answers: answer(200, 'Totals, rows and the values of facets.', aggregateAnswerSchema),
  },
  'POST /spans/services/query': {
    tag: 'Spans',
    summary: 'Show who calls whom: services, or agents, tools and models',
    body: { schema: serviceMapRequestSchema, required: false },
    answers: answer(200, 'The nodes and edges of the newest traces.', serviceMapAnswerSchema),
  },
  'POST /spans/compare/query': {
    tag: 'Spans',
    summary: 'Tell how selected spans differ from the others',
    body: { schema: compareRequestSchema, required: true },
    answers: answer(200, 'Attributes by how much they differ.', compareAnswerSchema),
  },
  'POST /tracing/spans/analytics': {
    tag: 'Traces',
    summary: 'Sum durations, costs (in US dollars) and tokens by time',
    deprecated: true,
    query: flatQueryKeysSchema,
    body: { schema: flatQueryRequestSchema, required: false },
    answers: answer(200, 'Every bucket of the range.', sumBucketsSchema),
  },
  'POST /spans/sessions/query': listSessions,
  'POST /tracing/sessions/query': { ...listSessions, deprecated: true },
  'POST /spans/users/query': listUsers,
  'POST /tracing/users/query': { ...listUsers, deprecated: true },
  'GET /attributes/keys': {
    tag: 'Spans',
    summary: 'List the keys that attributes have, the most frequent first',
    query: attributeKeysQuerySchema,
    answers: answer(200, 'Keys with their types.', attributeKeysSchema),
  },
  'GET /attributes/values': {
    tag: 'Spans',
    summary: 'List the values that an attribute has, the most frequent first',
    query: attributeValuesQuerySchema,
    answers: answer(
      200,
      'Strings, numbers and booleans, with their counts.',
      attributeValuesSchema,
    ),
  },
};
