import { simpleTraceRequest } from '@spanhouse/span-schema';
import {
  acceptedSpansShape,
  acceptedTraceShape,
  acceptedTracesShape,
  exportTraceRequestShape,
  exportTraceResponseShape,
  ingestRequestShape,
  rpcStatusShape,
  shape,
  traceRequestShape,
  tracesRequestShape,
  zipkinAnswerShape,
  zipkinSpansShape,
} from '@spanhouse/span-schema/api';
import { z } from 'zod';
import type { Operation, Operations } from './operation.js';

const takeSpans = {
  tag: 'Ingest',
  deprecated: true,
  mirrored: true,
  body: { shape: ingestRequestShape, required: true },
  answers: { 202: { description: 'The spans are in the log.', shape: acceptedSpansShape } },
} as const;

const takeTrace = {
  tag: 'Ingest',
  mirrored: true,
  body: { shape: traceRequestShape, required: true },
  answers: { 202: { description: 'The trace is in the log.', shape: acceptedTraceShape } },
} as const;

const OTLP_TYPES = ['application/x-protobuf', 'application/json'];

const otlpFailure = { shape: rpcStatusShape, contentTypes: OTLP_TYPES } as const;

const takeOtlp: Operation = {
  tag: 'Ingest',
  summary: 'Take spans over OTLP/HTTP',
  body: { shape: exportTraceRequestShape, required: false, contentTypes: OTLP_TYPES },
  answers: {
    200: {
      description: 'The accepted spans are in the log; `partialSuccess` tells of the others.',
      shape: exportTraceResponseShape,
      contentTypes: OTLP_TYPES,
    },
    400: { description: 'The body cannot be decoded.', ...otlpFailure },
    413: { description: 'The body is larger than the limit.', ...otlpFailure },
    503: { description: 'The log cannot take the spans.', ...otlpFailure },
  },
};

const otlpReady: Operation = {
  tag: 'Ingest',
  summary: 'Say that OTLP is taken here',
  answers: {
    200: {
      description: 'It is.',
      shape: shape('OtlpReady', z.object({ status: z.literal('ready') })),
    },
  },
};

export const ingestOperations: Operations = {
  'POST /tracing/spans/ingest': { ...takeSpans, summary: 'Take spans' },
  'POST /tracing/traces/': { ...takeSpans, summary: 'Take one trace' },
  'PUT /tracing/traces/{trace_id}': {
    ...takeSpans,
    summary: 'Replace spans of a trace; those not in the request stay',
  },
  'POST /traces/': { ...takeTrace, summary: 'Take one trace' },
  'PUT /traces/{trace_id}': {
    ...takeTrace,
    summary: 'Replace spans of a trace; those not in the request stay',
  },
  'POST /traces/ingest': {
    tag: 'Ingest',
    summary: 'Take traces',
    deprecated: true,
    body: { shape: tracesRequestShape, required: true },
    answers: { 202: { description: 'The traces are in the log.', shape: acceptedTracesShape } },
  },
  'POST /simple/traces/': {
    tag: 'Simple traces',
    summary: 'Write an annotation: one root span, seen through a small view',
    mirrored: true,
    body: { shape: shape('SimpleTraceRequest', simpleTraceRequest), required: true },
    answers: {
      202: {
        description: 'The annotation is in the log.',
        shape: shape(
          'SimpleTraceAnswer',
          z.object({ count: z.int(), trace: z.record(z.string(), z.unknown()).optional() }),
        ),
      },
    },
  },
  'POST /otlp/v1/traces': takeOtlp,
  'GET /otlp/v1/traces': otlpReady,
  'POST /v1/traces': takeOtlp,
  'GET /v1/traces': otlpReady,
  'POST /v2/spans': {
    tag: 'Ingest',
    summary: 'Take Zipkin v2 spans; also as /api/v2/spans',
    body: { shape: zipkinSpansShape, required: true },
    answers: {
      202: { description: 'The accepted spans are in the log.', shape: zipkinAnswerShape },
    },
  },
};
