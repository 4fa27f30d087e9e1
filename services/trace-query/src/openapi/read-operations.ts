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
const commaSeparated = z.string().describe('Several, separated by commas.').optional();
const traceIds = { trace_id: repeatable, trace_ids: commaSeparated };

export const readOperations: Operations = {
  'POST /spans/query': {
    tag: 'Spans',
    summary: 'Find spans',
    mirrored: true,
    body: queryBody,
    answers: {
      200: {
        description: 'A page of spans; as `application/x-ndjson` all of them, one in a line.',
        ...{ shape: spansAnswerShape, line: shownSpanShape },
      },
    },
  },
  'GET /spans/': {
    tag: 'Spans',
    summary: 'Look spans up by their ids',
    mirrored: true,
    query: z.object({ ...traceIds, span_id: repeatable, span_ids: commaSeparated }),
    answers: { 200: { description: 'Those that are stored.', shape: spansAnswerShape } },
  },
  'GET /spans/{trace_id}/{span_id}': {
    tag: 'Spans',
    summary: 'Look one span up',
    mirrored: true,
    answers: { 200: { description: 'The span, or `count` 0.', shape: spanAnswerShape } },
  },
  'POST /traces/query': {
    tag: 'Traces',
    summary: 'Find traces that have a span that matches',
    mirrored: true,
    body: queryBody,
    answers: {
      200: {
        description:
          'A page of whole traces; as `application/x-ndjson` all of them, one in a line.',
        ...{ shape: tracesAnswerShape, line: shownTraceShape },
      },
    },
  },
  'GET /traces/': {
    tag: 'Traces',
    summary: 'Look traces up by their ids',
    mirrored: true,
    query: z.object(traceIds),
    answers: { 200: { description: 'Those that are stored.', shape: tracesAnswerShape } },
  },
  'GET /traces/{trace_id}': {
    tag: 'Traces',
    summary: 'Look one trace up',
    mirrored: true,
    answers: { 200: { description: 'The trace, or `count` 0.', shape: traceAnswerShape } },
  },
  'POST /tracing/spans/query': {
    tag: 'Traces',
    summary: 'Find traces or spans',
    deprecated: true,
    mirrored: true,
    query: flatQueryKeysShape,
    body: { shape: flatQueryRequestShape, required: false },
    answers: { 200: { description: 'Traces by id, or spans.', shape: traceMapAnswerShape } },
  },
  'GET /tracing/traces/{trace_id}': {
    tag: 'Traces',
    summary: 'Look one trace up',
    deprecated: true,
    mirrored: true,
    answers: { 200: { description: 'The trace, or `count` 0.', shape: traceMapAnswerShape } },
  },
  'GET /receipts/{receipt}': {
    tag: 'Receipts',
    summary: 'Say how many spans of an accepted write are stored',
    answers: { 200: { description: 'Where they are.', shape: receiptStatusShape } },
  },
};
