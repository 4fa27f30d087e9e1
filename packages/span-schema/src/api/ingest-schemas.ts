import { z } from 'zod';
import { droppedSpan, errorSchema } from './error-schemas.js';
import { type Answered, counted, named, namedObject } from './named-schemas.js';
import { sentSpanSchema, sentSpansSchema } from './span-schemas.js';
import { linkSchema, traceIdSchema } from './value-schemas.js';

const sentTrace = namedObject(
  'SentTrace',
  { trace_id: traceIdSchema, spans: sentSpansSchema.nullish() },
  'One trace in the list form.',
);

const tree = namedObject('SentTree', { spans: sentSpansSchema.nullish() });

/** The body of `POST /tracing/spans/ingest` and its aliases; see docs/api/ingest.md. */
export const ingestRequestSchema = named(
  'IngestRequest',
  z.union([
    namedObject('FlatIngestRequest', { spans: z.array(sentSpanSchema) }),
    namedObject('NestedIngestRequest', { traces: z.record(z.string(), tree) }),
  ]),
  'Exactly one of a flat list and a nested form.',
);

/** The body of `POST /traces/` and `PUT /traces/{trace_id}`. The body contains one trace. */
export const traceRequestSchema = namedObject('TraceRequest', { trace: sentTrace });

/** The body of `POST /traces/ingest`, a list of traces. */
export const tracesRequestSchema = namedObject('TracesRequest', { traces: z.array(sentTrace) });

const dropped = z.array(droppedSpan).optional();

/** The answer to an accepted ingest request. `links` contains the ids of the accepted spans. */
export const acceptedSpansSchema = counted('AcceptedSpans', {
  links: z.array(linkSchema),
  dropped,
});

/** The answer to a request that writes one trace. */
export const acceptedTraceSchema = counted('AcceptedTrace', {
  trace_id: traceIdSchema.optional(),
  dropped,
});

/** The answer to a request that writes a list of traces. */
export const acceptedTracesSchema = counted('AcceptedTraces', {
  trace_ids: z.array(traceIdSchema),
  dropped,
});

/** The answer from the Zipkin routes if some spans are not accepted. Without such spans, the answer has no body. */
export const droppedZipkinSpansSchema = namedObject('DroppedZipkinSpans', {
  dropped: z.array(droppedSpan),
});

/**
 * The body of the Zipkin routes. The schema declares only its basic structure; see docs/api/zipkin.md for the members.
 */
export const zipkinSpansSchema = named(
  'ZipkinSpans',
  z.array(z.record(z.string(), z.unknown())),
  'Zipkin v2 JSON, or ListOfSpans of zipkin.proto3: https://zipkin.io/zipkin-api/',
);

/** The JSON body of the OTLP route. Its members are defined by OpenTelemetry; see docs/api/otlp.md. */
export const exportTraceRequestSchema = named(
  'ExportTraceServiceRequest',
  z.record(z.string(), z.unknown()),
  'OTLP: opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest',
);

/** The answer from the OTLP route. `partialSuccess` is absent if no span is refused. */
export const exportTraceResponseSchema = namedObject('ExportTraceServiceResponse', {
  partialSuccess: z
    .object({ rejectedSpans: z.string().optional(), errorMessage: z.string().optional() })
    .optional(),
});

/** The answer from the OTLP route to a failed request. */
export const rpcStatusSchema = namedObject(
  'Status',
  { code: z.int(), message: z.string() },
  'google.rpc.Status',
);

/** The status of a receipt: the number of spans in each state; see docs/api/receipts.md. */
export const receiptStatusSchema = namedObject('ReceiptStatus', {
  status: z.enum(['queued', 'stored', 'partially_dead_lettered', 'lost']),
  pending: z.int(),
  stored: z.int(),
  dead_lettered: z.int(),
  lost: z.int(),
});

/** The body of OTLP errors: a Status, or the usual error body if the credentials or the headers are invalid. */
export const otlpProblemSchema = named('OtlpProblem', z.union([rpcStatusSchema, errorSchema]));

/** The answer to a GET request to an OTLP route. */
export const otlpReadySchema = namedObject('OtlpReady', { status: z.literal('ready') });

export type ReceiptStatus = Answered<typeof receiptStatusSchema>;
