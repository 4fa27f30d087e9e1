import { z } from 'zod';
import { shape } from './shape-registry.js';
import { sentSpanShape, sentSpansShape } from './span-shapes.js';
import { linkShape, traceIdShape } from './value-shapes.js';

const sentTrace = shape(
  'SentTrace',
  z.object({ trace_id: traceIdShape, spans: sentSpansShape.nullish() }),
  'One trace in the list form.',
);

const tree = shape('SentTree', z.object({ spans: sentSpansShape.nullish() }));

/** The body of `POST /tracing/spans/ingest` and its aliases; see docs/api/ingest.md. */
export const ingestRequestShape = shape(
  'IngestRequest',
  z.union([
    shape('FlatIngestRequest', z.object({ spans: z.array(sentSpanShape) })),
    shape('NestedIngestRequest', z.object({ traces: z.record(z.string(), tree) })),
  ]),
  'Exactly one of a flat list and a nested form.',
);

/** The body of `POST /traces/` and `PUT /traces/{trace_id}`: one trace. */
export const traceRequestShape = shape('TraceRequest', z.object({ trace: sentTrace }));

/** The body of `POST /traces/ingest`: a list of traces. */
export const tracesRequestShape = shape('TracesRequest', z.object({ traces: z.array(sentTrace) }));

/** A submitted span that was not accepted. */
export const droppedSpan = shape(
  'DroppedSpan',
  z.object({
    trace_id: z.string().optional(),
    span_id: z.string().optional(),
    index: z.int().optional(),
    path: z.string().optional(),
    code: z.string(),
    message: z.string(),
  }),
  'A submitted span that was not accepted: its place (`index` in a list, or a JSON pointer), and why.',
);

const dropped = z.array(droppedSpan).optional();

/** The answer to an accepted ingest request. `links` has the ids of the accepted spans. */
export const acceptedSpansShape = shape(
  'AcceptedSpans',
  z.object({ count: z.int(), links: z.array(linkShape), dropped }),
);

/** The answer to the write of one trace. */
export const acceptedTraceShape = shape(
  'AcceptedTrace',
  z.object({ count: z.int(), trace_id: traceIdShape.optional(), dropped }),
);

/** The answer to the write of a list of traces. */
export const acceptedTracesShape = shape(
  'AcceptedTraces',
  z.object({ count: z.int(), trace_ids: z.array(traceIdShape), dropped }),
);

/** The answer of the Zipkin routes if some spans are not accepted; otherwise it has no body. */
export const droppedZipkinSpansShape = shape(
  'DroppedZipkinSpans',
  z.object({ dropped: z.array(droppedSpan) }),
);

/** The body of the Zipkin routes. Only its outline is declared; see docs/api/zipkin.md for the members. */
export const zipkinSpansShape = shape(
  'ZipkinSpans',
  z.array(z.record(z.string(), z.unknown())),
  'Zipkin v2 JSON, or ListOfSpans of zipkin.proto3: https://zipkin.io/zipkin-api/',
);

/** The body of the OTLP route in JSON. OpenTelemetry declares its members; see docs/api/otlp.md. */
export const exportTraceRequestShape = shape(
  'ExportTraceServiceRequest',
  z.record(z.string(), z.unknown()),
  'OTLP: opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest',
);

/** The answer of the OTLP route. `partialSuccess` is absent when no span is refused. */
export const exportTraceResponseShape = shape(
  'ExportTraceServiceResponse',
  z.object({
    partialSuccess: z
      .object({ rejectedSpans: z.string().optional(), errorMessage: z.string().optional() })
      .optional(),
  }),
);

/** The answer of the OTLP route to a failed request. */
export const rpcStatusShape = shape(
  'Status',
  z.object({ code: z.int(), message: z.string() }),
  'google.rpc.Status',
);

/** The state of a receipt: how many of its spans are in which state; see docs/api/receipts.md. */
export const receiptStatusShape = shape(
  'ReceiptStatus',
  z.object({
    status: z.enum(['queued', 'stored', 'partially_dead_lettered', 'lost']),
    pending: z.int(),
    stored: z.int(),
    dead_lettered: z.int(),
    lost: z.int(),
  }),
);
