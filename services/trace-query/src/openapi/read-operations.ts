import * as api from '@spanhouse/span-schema/api';
import { answer, type Operations } from './operation.js';

const queryBody = { schema: api.queryRequestSchema, required: false };
const ofSpans = { tag: 'Spans', mirrored: true } as const;
const ofTraces = { tag: 'Traces', mirrored: true } as const;
const traceOrNone = 'The trace, or `count` 0 if it does not exist.';

/** Operations that list spans and traces, look them up, and return the state of a write. */
export const readOperations: Operations = {
  'POST /spans/query': {
    ...ofSpans,
    summary: 'Find spans',
    body: queryBody,
    answers: {
      200: {
        description:
          'A page of spans; as `application/x-ndjson`, all spans, a `Span` in each line. A projection leaves out members.',
        schema: api.foundSpansAnswerSchema,
        line: api.shownSpanSchema,
        other: { schema: api.projectedSpansAnswerSchema, line: api.otherSpanLineSchema },
      },
    },
  },
  'POST /spans/tail': {
    ...ofSpans,
    summary: 'Follow spans as they become visible',
    body: { schema: api.tailRequestSchema, required: false },
    answers: {
      200: {
        description: 'Spans, and a beat every second, in lines of JSON, until the client is gone.',
        schema: api.tailLineSchema,
        contentTypes: ['application/x-ndjson'],
      },
    },
  },
  'GET /spans/': {
    ...ofSpans,
    summary: 'Get spans by their ids',
    query: api.spanIdKeysSchema,
    answers: answer(200, 'The items that exist.', api.spansAnswerSchema),
  },
  'GET /spans/{trace_id}/{span_id}': {
    ...ofSpans,
    summary: 'Get a span',
    answers: answer(200, 'The span, or `count` 0 if it does not exist.', api.spanAnswerSchema),
  },
  'POST /traces/query': {
    ...ofTraces,
    summary: 'Find traces that have a matching span',
    body: queryBody,
    answers: {
      200: {
        description:
          'A page of whole traces; as `application/x-ndjson`, all traces, a `Trace` in each line. A projection leaves out members.',
        schema: api.foundTracesAnswerSchema,
        line: api.shownTraceSchema,
        other: { schema: api.projectedTracesAnswerSchema, line: api.otherTraceLineSchema },
      },
    },
  },
  'POST /traces/summaries/query': {
    ...ofTraces,
    summary: 'Summarize traces that have a matching span',
    body: { schema: api.summariesRequestSchema, required: false },
    answers: {
      200: {
        description:
          'A page of summaries; as `application/x-ndjson`, all of them, a `TraceSummary` in each line.',
        schema: api.foundSummariesAnswerSchema,
        line: api.summarySchema,
        other: { line: api.progressLineSchema },
      },
    },
  },
  'GET /traces/': {
    ...ofTraces,
    summary: 'Get traces by their ids',
    query: api.traceIdKeysSchema,
    answers: answer(200, 'The items that exist.', api.tracesAnswerSchema),
  },
  'GET /traces/{trace_id}': {
    ...ofTraces,
    summary: 'Get a trace',
    answers: answer(200, traceOrNone, api.traceAnswerSchema),
  },
  'GET /traces/{trace_id}/outline': {
    ...ofTraces,
    summary: 'Get all spans of a trace without their payloads',
    answers: {
      200: {
        description: 'The spans in columns, in the order of the tree, in lines of JSON.',
        schema: api.outlineLineSchema,
        contentTypes: ['application/x-ndjson'],
      },
      304: { description: 'The client has the current version.' },
    },
  },
  'POST /tracing/spans/query': {
    ...ofTraces,
    summary: 'Find traces or spans',
    deprecated: true,
    query: api.flatQueryKeysSchema,
    body: { schema: api.flatQueryRequestSchema, required: false },
    answers: answer(200, 'Traces by id, or spans, depending on `focus`.', api.traceMapAnswerSchema),
  },
  'GET /tracing/traces/{trace_id}': {
    ...ofTraces,
    summary: 'Get a trace',
    deprecated: true,
    answers: answer(200, traceOrNone, api.traceMapAnswerSchema),
  },
  'GET /receipts/{receipt}': {
    tag: 'Receipts',
    summary: 'Get the state of an accepted write',
    answers: answer(
      200,
      'How many spans are pending, stored and dead-lettered.',
      api.receiptStatusSchema,
    ),
  },
};
