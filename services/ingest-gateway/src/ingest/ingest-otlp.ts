import type { Principal } from '@spanhouse/catalog';
import type { ReceiptClock, SelfTracer } from '@spanhouse/service-runtime';
import type { OtlpEncoding } from '@spanhouse/span-intake';
import { markSelfTelemetry } from '@spanhouse/span-log/self-telemetry';
import type { GatewayMetrics } from '../metrics.js';
import type { IngestSpans, IngestSpansOutcome } from './ingest-spans.js';
import { isAboutSpanhouse } from './is-about-spanhouse.js';
import { type OtlpRefusal, readOtlp, refuseOversizedOtlp } from './read-otlp.js';

interface OtlpSubmission {
  /** An ExportTraceServiceRequest, decompressed. */
  readonly body: Buffer;
  readonly encoding: OtlpEncoding;
  readonly principal: Principal;
  readonly requestId: string;
}

export type IngestOtlpOutcome = IngestSpansOutcome | OtlpRefusal;

export type IngestOtlp = (submission: OtlpSubmission) => Promise<IngestOtlpOutcome>;

export interface IngestOtlpDependencies {
  readonly ingestSpans: IngestSpans;
  readonly receiptClock: ReceiptClock;
  readonly metrics: GatewayMetrics;
  readonly tracer?: SelfTracer | undefined;
}

/** The intake of an export request, whatever transport brought it. */
export function createIngestOtlp(dependencies: IngestOtlpDependencies): IngestOtlp {
  const { ingestSpans, receiptClock, metrics, tracer } = dependencies;
  return ({ body, encoding, principal, requestId }) => {
    metrics.bodyRead(encoding === 'json' ? 'otlp_json' : 'otlp_protobuf', body.length);
    const receivedAt = receiptClock.next();
    const read = readOtlp({ body, encoding, receivedAt });
    if (read.status !== 'accepted') {
      return Promise.resolve(read);
    }
    metrics.adaptersFailed(read.failedAdapters);
    const isSelfTelemetry = isAboutSpanhouse(read.spans);
    if (isSelfTelemetry) tracer?.forget();
    return ingestSpans({
      read,
      refuseOversized: refuseOversizedOtlp,
      principal,
      requestId: isSelfTelemetry ? markSelfTelemetry(requestId) : requestId,
      receivedAt,
    });
  };
}
