import { z } from 'zod';
import { shape } from './shape-registry.js';
import { sentSpanShape, sentSpansShape } from './span-shapes.js';
import { linkShape, traceIdShape } from './value-shapes.js';

const sentTrace = shape(
  'SentTrace',
  z.object({ trace_id: traceIdShape, spans: sentSpansShape.nullish() }),
  'One trace in the list form.',
);

export const ingestRequestShape = shape(
  'IngestRequest',
  z.union([
    z.object({ spans: z.array(sentSpanShape) }),
    z.object({ traces: z.record(z.string(), z.object({ spans: sentSpansShape.nullish() })) }),
  ]),
  'Exactly one of a flat list and a nested form.',
);

export const traceRequestShape = shape('TraceRequest', z.object({ trace: sentTrace }));

export const tracesRequestShape = shape('TracesRequest', z.object({ traces: z.array(sentTrace) }));

const droppedSpan = shape(
  'DroppedSpan',
  z.object({
    trace_id: z.string().optional(),
    span_id: z.string().optional(),
    index: z.int().optional(),
    path: z.string().optional(),
    code: z.string(),
    message: z.string(),
  }),
  'A submitted span that was not accepted: where it stood (`index` in a list, or a JSON pointer), and why.',
);

const dropped = z.array(droppedSpan).optional();

export const acceptedSpansShape = shape(
  'AcceptedSpans',
  z.object({ count: z.int(), links: z.array(linkShape), dropped }),
);

export const acceptedTraceShape = shape(
  'AcceptedTrace',
  z.object({ count: z.int(), trace_id: traceIdShape.optional(), dropped }),
);

export const acceptedTracesShape = shape(
  'AcceptedTraces',
  z.object({ count: z.int(), trace_ids: z.array(traceIdShape), dropped }),
);

export const zipkinSpansShape = shape(
  'ZipkinSpans',
  z.array(z.record(z.string(), z.unknown())),
  'Zipkin v2 JSON: https://zipkin.io/zipkin-api/',
);

export const zipkinAnswerShape = shape(
  'ZipkinAnswer',
  z.object({ detail: z.string().optional(), dropped }),
);

export const exportTraceRequestShape = shape(
  'ExportTraceServiceRequest',
  z.record(z.string(), z.unknown()),
  'OTLP: opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest',
);

export const exportTraceResponseShape = shape(
  'ExportTraceServiceResponse',
  z.object({
    partialSuccess: z
      .object({ rejectedSpans: z.string().optional(), errorMessage: z.string().optional() })
      .optional(),
  }),
);

export const rpcStatusShape = shape(
  'Status',
  z.object({ code: z.int(), message: z.string() }),
  'google.rpc.Status',
);

export const receiptStatusShape = shape(
  'ReceiptStatus',
  z.object({
    status: z.enum(['queued', 'stored', 'partially_dead_lettered']),
    pending: z.int(),
    stored: z.int(),
    dead_lettered: z.int(),
  }),
);
