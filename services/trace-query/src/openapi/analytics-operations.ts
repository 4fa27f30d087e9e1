import * as api from '@spanhouse/span-schema/api';
import { answer, type Operation, type Operations } from './operation.js';

const measure: Operation = {
  tag: 'Traces',
  summary: 'Measure traces by time: statistics of the values at given paths',
  mirrored: true,
  query: api.analyticsKeysSchema,
  body: { schema: api.analyticsRequestSchema, required: false },
  answers: answer(
    200,
    'The buckets that have values, and the query with its defaults.',
    api.analyticsAnswerSchema,
  ),
};

const listSessions: Operation = {
  tag: 'Spans',
  summary: 'List the sessions that spans belong to',
  mirrored: true,
  body: { schema: api.actorsRequestSchema, required: true },
  answers: answer(200, 'A page of session ids.', api.sessionsAnswerSchema),
};

const listUsers: Operation = {
  ...listSessions,
  summary: 'List the users that spans belong to',
  answers: answer(200, 'A page of user ids.', api.usersAnswerSchema),
};

/** Operations for metrics by time, sessions and users, and attribute keys and values. */
export const analyticsOperations: Operations = {
  'POST /spans/analytics/query': measure,
  'POST /tracing/analytics/query': { ...measure, deprecated: true },
  'POST /spans/aggregate/query': {
    tag: 'Spans',
    summary: 'Count and measure spans or traces by time, value and fields',
    body: { schema: api.aggregateRequestSchema, required: false },
    answers: answer(200, 'Totals, rows and the values of facets.', api.aggregateAnswerSchema),
  },
  'POST /spans/services/query': {
    tag: 'Spans',
    summary: 'Show who calls whom: services, or agents, tools and models',
    body: { schema: api.serviceMapRequestSchema, required: false },
    answers: answer(200, 'The nodes and edges of the newest traces.', api.serviceMapAnswerSchema),
  },
  'POST /spans/compare/query': {
    tag: 'Spans',
    summary: 'Tell how selected spans differ from the others',
    body: { schema: api.compareRequestSchema, required: true },
    answers: answer(200, 'Attributes by how much they differ.', api.compareAnswerSchema),
  },
  'POST /tracing/spans/analytics': {
    tag: 'Traces',
    summary: 'Sum durations, costs (in US dollars) and tokens by time',
    deprecated: true,
    query: api.flatQueryKeysSchema,
    body: { schema: api.flatQueryRequestSchema, required: false },
    answers: answer(200, 'Every bucket of the range.', api.sumBucketsSchema),
  },
  'POST /spans/sessions/query': listSessions,
  'POST /tracing/sessions/query': { ...listSessions, deprecated: true },
  'POST /spans/users/query': listUsers,
  'POST /tracing/users/query': { ...listUsers, deprecated: true },
  'GET /attributes/keys': {
    tag: 'Spans',
    summary: 'List the keys that attributes have, the most frequent first',
    query: api.attributeKeysQuerySchema,
    answers: answer(200, 'Keys with their types.', api.attributeKeysSchema),
  },
  'GET /attributes/values': {
    tag: 'Spans',
    summary: 'List the values that an attribute has, the most frequent first',
    query: api.attributeValuesQuerySchema,
    answers: answer(
      200,
      'Strings, numbers and booleans, with their counts.',
      api.attributeValuesSchema,
    ),
  },
};
