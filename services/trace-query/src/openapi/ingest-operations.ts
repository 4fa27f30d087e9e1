import * as api from '@spanhouse/span-schema/api';
import { answer, type Operation, type Operations } from './operation.js';

const takeSpans = {
  tag: 'Ingest',
  deprecated: true,
  mirrored: true,
  body: { schema: api.ingestRequestSchema, required: true },
  answers: answer(202, 'The spans are in the log.', api.acceptedSpansSchema),
} as const;

const takeTrace = {
  tag: 'Ingest',
  mirrored: true,
  body: { schema: api.traceRequestSchema, required: true },
  answers: answer(202, 'The trace is in the log.', api.acceptedTraceSchema),
} as const;

const otlpTypes = ['application/x-protobuf', 'application/json'];

/** Error answer of an OTLP operation. The body has OTLP's format. */
const otlpFailure = { schema: api.rpcStatusSchema, contentTypes: otlpTypes } as const;

/** Error answer in OTLP's format, or in the usual format if only the credentials or headers are invalid. */
const otlpOrUsualFailure = {
  schema: api.otlpProblemSchema,
  contentTypes: otlpTypes,
} as const;

const takeOtlp: Operation = {
  tag: 'Ingest',
  summary: 'Submit spans over OTLP/HTTP',
  body: { schema: api.exportTraceRequestSchema, required: false, contentTypes: otlpTypes },
  answers: {
    200: {
      description: 'The accepted spans are in the log; `partialSuccess` describes the others.',
      schema: api.exportTraceResponseSchema,
      contentTypes: otlpTypes,
    },
    400: { description: 'The body cannot be decoded.', ...otlpFailure },
    403: {
      description: 'The key lacks the permission; in open mode, a foreign host or page.',
      ...otlpOrUsualFailure,
    },
    413: { description: 'The body is larger than the limit.', ...otlpFailure },
    415: { description: 'Unknown content type or encoding.', ...otlpOrUsualFailure },
    429: {
      description: 'Too many requests, or the log cannot take the spans.',
      ...otlpOrUsualFailure,
    },
    500: { description: 'An unexpected failure.', ...otlpFailure },
    503: { description: 'The log cannot take the spans.', ...otlpFailure },
  },
};

const otlpReady: Operation = {
  tag: 'Ingest',
  summary: 'Check that OTLP is accepted here',
  answers: answer(200, 'OTLP is accepted.', api.otlpReadySchema),
};

/** Operations that accept spans. The gateway serves these operations, but the document covers the whole API. */
export const ingestOperations: Operations = {
  'POST /tracing/spans/ingest': { ...takeSpans, summary: 'Submit spans' },
  'POST /tracing/traces/': { ...takeSpans, summary: 'Submit one trace' },
  'PUT /tracing/traces/{trace_id}': {
    ...takeSpans,
    summary: 'Replace spans of a trace; spans that are not in the request remain',
  },
  'POST /traces/': { ...takeTrace, summary: 'Submit one trace' },
  'PUT /traces/{trace_id}': {
    ...takeTrace,
    summary: 'Replace spans of a trace; spans that are not in the request remain',
  },
  'POST /traces/ingest': {
    tag: 'Ingest',
    summary: 'Submit traces',
    deprecated: true,
    body: { schema: api.tracesRequestSchema, required: true },
    answers: answer(202, 'The traces are in the log.', api.acceptedTracesSchema),
  },
  'POST /simple/traces/': {
    tag: 'Simple traces',
    summary: 'Create an annotation: one root span, shown in a simple form',
    mirrored: true,
    body: { schema: api.simpleTraceRequestSchema, required: true },
    answers: answer(202, 'The annotation is in the log.', api.simpleTraceAnswerSchema),
  },
  'POST /otlp/v1/traces': takeOtlp,
  'GET /otlp/v1/traces': otlpReady,
  'POST /v1/traces': takeOtlp,
  'GET /v1/traces': otlpReady,
  'POST /public/otel/v1/traces': takeOtlp,
  'GET /public/otel/v1/traces': otlpReady,
  'POST /v2/spans': {
    tag: 'Ingest',
    summary: 'Submit Zipkin v2 spans; also served as /api/v2/spans',
    body: {
      schema: api.zipkinSpansSchema,
      required: true,
      contentTypes: ['application/json', 'application/x-protobuf'],
    },
    answers: {
      202: {
        description:
          'The accepted spans are in the log. Without a body, or with `{"dropped": [DroppedSpan]}` if some were not accepted.',
        optionalBody: api.droppedZipkinSpansSchema,
      },
      ...answer(422, 'The JSON is no list; `detail` says where.', api.validationErrorSchema),
    },
  },
};
