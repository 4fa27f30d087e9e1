import {
  flatQueryKeysShape,
  flatQueryRequestShape,
  queryRequestShape,
  receiptStatusShape,
  shownSpanShape,
  shownTraceShape,
  spanAnswerShape,
  spansAnswerShape,
  traceAnswerShape,
  traceMapAnswerShape,
  tracesAnswerShape,
} from '@spanhouse/span-schema/api';
import { z } from 'zod';
import type { Operations } from './operation.js';

const queryBody = { shape: queryRequestShape, required: false };
const repeatable = z.array(z.string()).optional();
const commaSeparated = z.string().describe('Several ids, separated by commas.').optional();
const traceIds = { trace_id: repeatable, trace_ids: commaSeparated };

/** Lists and look-ups of spans and traces, and the state of a write. */
export const readOperations: Operations = {
  'POST /spans/query': {
    tag: 'Spans',
    summary: 'Find spans',
    mirrored: true,
    body: queryBody,
    answers: {
      200: {
        description: 'A page of spans; as `application/x-ndjson`, all spans, one in each line.',
        shape: spansAnswerShape,
        line: shownSpanShape,
      },
    },
  },
  'GET /spans/': {
    tag: 'Spans',
    summary: 'Get spans by their ids',
    mirrored: true,
    query: z.object({ ...traceIds, span_id: repeatable, span_ids: commaSeparated }),
    answers: { 200: { description: 'The items that exist.', shape: spansAnswerShape } },
  },
  'GET /spans/{trace_id}/{span_id}': {
    tag: 'Spans',
    summary: 'Get a span',
    mirrored: true,
    answers: {
      200: { description: 'The span, or `count` 0 if it does not exist.', shape: spanAnswerShape },
    },
  },
  'POST /traces/query': {
    tag: 'Traces',
    summary: 'Find traces that have a matching span',
    mirrored: true,
    body: queryBody,
    answers: {
      200: {
        description:
          'A page of whole traces; as `application/x-ndjson`, all traces, one in each line.',
        shape: tracesAnswerShape,
        line: shownTraceShape,
      },
    },
  },
  'GET /traces/': {
    tag: 'Traces',
    summary: 'Get traces by their ids',
    mirrored: true,
    query: z.object(traceIds),
    answers: { 200: { description: 'The items that exist.', shape: tracesAnswerShape } },
  },
  'GET /traces/{trace_id}': {
    tag: 'Traces',
    summary: 'Get a trace',
    mirrored: true,
    answers: {
      200: {
        description: 'The trace, or `count` 0 if it does not exist.',
        shape: traceAnswerShape,
      },
    },
  },
  'POST /tracing/spans/query': {
    tag: 'Traces',
    summary: 'Find traces or spans',
    deprecated: true,
    mirrored: true,
    query: flatQueryKeysShape,
    body: { shape: flatQueryRequestShape, required: false },
    answers: {
      200: {
        description: 'Traces by id, or spans, depending on `focus`.',
        shape: traceMapAnswerShape,
      },
    },
  },
  'GET /tracing/traces/{trace_id}': {
    tag: 'Traces',
    summary: 'Get a trace',
    deprecated: true,
    mirrored: true,
    answers: {
      200: {
        description: 'The trace, or `count` 0 if it does not exist.',
        shape: traceMapAnswerShape,
      },
    },
  },
  'GET /receipts/{receipt}': {
    tag: 'Receipts',
    summary: 'Get the state of an accepted write',
    answers: {
      200: {
        description: 'How many spans are pending, stored and dead-lettered.',
        shape: receiptStatusShape,
      },
    },
  },
};
