import type { Authenticator } from '@spanhouse/catalog';
import {
  type Clock,
  createReceiptClock,
  type Health,
  InFlightBytes,
  type Logger,
  type Registry,
  type Route,
  type SelfTracer,
  type TokenSigner,
} from '@spanhouse/service-runtime';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec } from '@spanhouse/span-log/receipt';
import type { IngestLimits } from './config.js';
import { createOtlpGrpc, type OtlpGrpc } from './grpc/otlp-grpc.js';
import { createRequestAuthentication, withRateLimit } from './http/authenticate.js';
import { getOtlpTraces } from './http/get-otlp-traces.js';
import { postOtlpTraces } from './http/post-otlp-traces.js';
import { postSimpleTraces } from './http/post-simple-traces.js';
import { postTraces } from './http/post-traces.js';
import { postTracesIngest } from './http/post-traces-ingest.js';
import { postTracingSpans } from './http/post-tracing-spans.js';
import { postTracingTraces } from './http/post-tracing-traces.js';
import { postZipkinSpans } from './http/post-zipkin-spans.js';
import { putTrace } from './http/put-trace.js';
import { putTracingTrace } from './http/put-tracing-trace.js';
import { createIngestOtlp } from './ingest/ingest-otlp.js';
import { createIngestSpans } from './ingest/ingest-spans.js';
import { createGatewayMetrics, registerLogMetrics } from './metrics.js';
import { createRateLimiters } from './rate-limiters.js';

export interface IngestGatewayDependencies {
  readonly publisher: SpanPublisher;
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  readonly signer: TokenSigner;
  readonly limits: IngestLimits;
  readonly clock: Clock;
  /** Told of `span_log`. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly registry: Registry;
  readonly logger: Logger;
  /** Absent: nothing is traced. */
  readonly tracer?: SelfTracer | undefined;
}

export interface IngestGateway {
  readonly routes: readonly Route[];
  readonly otlpGrpc: OtlpGrpc;
}

/**
 * Everything that only writes. Holds nothing of its own to close: what it was given stays with the
 * caller, and a request in flight ends with its answer.
 */
export function createIngestGateway(dependencies: IngestGatewayDependencies): IngestGateway {
  const { publisher, authenticator, signer, limits, clock, health, registry, logger, tracer } =
    dependencies;
  const { authenticate } = authenticator;
  const metrics = createGatewayMetrics(registry);
  registerLogMetrics(registry, publisher);
  const rateLimiters = createRateLimiters(dependencies);
  const routeDependencies = {
    authenticate: createRequestAuthentication(authenticate, rateLimiters.ingest),
    ingestSpans: createIngestSpans({
      publisher,
      receiptCodec: createReceiptCodec({ signer }),
      clock,
      health,
      metrics,
      maxSpanBytes: limits.spanBytes,
    }),
    receiptClock: createReceiptClock(clock),
    limits,
    inFlight: new InFlightBytes({ maxBytes: limits.inFlightBytes, clock, registry }),
    metrics,
  };
  const { inFlight } = routeDependencies;
  const ingestOtlp = createIngestOtlp({ ...routeDependencies, tracer });
  const otlpDependencies = {
    ...{ ...routeDependencies, ingestOtlp },
    authenticate: createRequestAuthentication(authenticate, rateLimiters.otlp),
  };
  return {
    routes: [
      postTracingSpans(routeDependencies),
      ...postTracingTraces(routeDependencies),
      ...postTracesIngest(routeDependencies),
      postTraces(routeDependencies),
      putTrace(routeDependencies),
      putTracingTrace(routeDependencies),
      postSimpleTraces(routeDependencies),
      ...postOtlpTraces(otlpDependencies),
      ...getOtlpTraces(otlpDependencies),
      postZipkinSpans(routeDependencies),
    ],
    otlpGrpc: createOtlpGrpc({
      authenticate: withRateLimit(authenticate, rateLimiters.otlp),
      ...{ ingestOtlp, inFlight, clock, registry, logger, tracer },
      limitBytes: limits.otlpBodyBytes,
    }),
  };
}
