import type { Principal } from '@spanhouse/catalog';
import type { SelfTracer } from '@spanhouse/service-runtime';
import { selfTracingScope } from '@spanhouse/service-runtime';
import { acceptOtlp, type OtlpBody, type RequestRefusal } from '@spanhouse/span-intake';
import type { ReceiptClock } from '@spanhouse/span-log/receipt-clock';
import { markSelfTelemetry } from '@spanhouse/span-log/self-telemetry';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { GatewayMetrics } from '../metrics.js';
import type { IngestSpans, IngestSpansOutcome } from './ingest-spans.js';

/** An export request from a known sender, with its complete body. */
interface OtlpSubmission extends Omit<OtlpBody, 'receivedAt'> {
  readonly principal: Principal;
  readonly requestId: string;
}

/** The outcomes for all protocols, and the refusals of bodies that are not valid OTLP. */
export type IngestOtlpOutcome = IngestSpansOutcome | RequestRefusal;

/**
 * Reads and publishes the spans of one export request. Rejects only because of a defect; all other failures are
 * outcomes.
 */
export type IngestOtlp = (submission: OtlpSubmission) => Promise<IngestOtlpOutcome>;

/**
 * Dependencies of the OTLP use case. The JSON routes use the same receipt clock, so that receive times increase across
 * all protocols.
 */
export interface IngestOtlpDependencies {
  readonly ingestSpans: IngestSpans;
  readonly receiptClock: ReceiptClock;
  readonly metrics: GatewayMetrics;
  /** Maximum number of JSON values or protobuf fields in a body. */
  readonly maxValues: number;
  readonly tracer?: SelfTracer | undefined;
}

/**
 * Creates the use case for OTLP export requests over HTTP and gRPC. If a request contains only spans about Spanhouse
 * itself, the trace of this request is discarded. Otherwise, each export would cause another export.
 */
export function createIngestOtlp(dependencies: IngestOtlpDependencies): IngestOtlp {
  const { ingestSpans, receiptClock, metrics, maxValues, tracer } = dependencies;
  return ({ body, encoding, principal, requestId }) => {
    metrics.bodyRead(encoding === 'json' ? 'otlp_json' : 'otlp_protobuf', body.length);
    const receivedAt = receiptClock.next();
    const prices = principal.prices ?? undefined;
    const read = acceptOtlp({ body, encoding, receivedAt, maxValues, prices });
    if (read.status === 'too_complex') {
      metrics.tooComplex(read.limit);
    }
    if (read.status !== 'accepted') {
      return Promise.resolve(read);
    }
    metrics.adaptersFailed(read.failedAdapters);
    const isSelfTelemetry = isAboutSpanhouse(read.spans);
    if (isSelfTelemetry) {
      tracer?.forget();
    }
    return ingestSpans({
      read,
      principal,
      requestId: isSelfTelemetry ? markSelfTelemetry(requestId) : requestId,
      receivedAt,
    });
  };
}

/** Returns true if Spanhouse created all of these spans while tracing itself. */
function isAboutSpanhouse(spans: readonly Pick<CanonicalSpan, 'scope'>[]): boolean {
  return spans.length > 0 && spans.every(({ scope }) => scope?.name === selfTracingScope);
}
