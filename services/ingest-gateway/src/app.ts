import {
  createRateLimiter,
  type HttpErrorHandler,
  InFlightBytes,
  type RateClass,
  type RateLimit,
  type RefuseForeign,
  routeOf,
  toHttpProblem,
} from '@spanhouse/api-kit';
import type { Authenticator } from '@spanhouse/catalog';
import type {
  Clock,
  Health,
  Logger,
  Registry,
  SelfTracer,
  TokenSigner,
} from '@spanhouse/service-runtime';
import { priceTable } from '@spanhouse/span-intake';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec } from '@spanhouse/span-log/receipt';
import { createReceiptClock } from '@spanhouse/span-log/receipt-clock';
import type { IngestLimits } from './config.js';
import { createOtlpGrpc } from './grpc/otlp-grpc.js';
import { authenticateSender, withRateLimit } from './http/authenticate.js';
import { createDropLog, type DropLog } from './ingest/drop-log.js';
import { IngestCounter } from './ingest/ingest-counter.js';
import { createIngestOtlp } from './ingest/ingest-otlp.js';
import { createIngestSpans } from './ingest/ingest-spans.js';
import { jsonRoutes } from './json/json-routes.js';
import { createGatewayMetrics, registerLogMetrics } from './metrics.js';
import { otlpRoutes } from './otlp/otlp-routes.js';
import { postZipkinSpans } from './zipkin/post-zipkin-spans.js';

/** The gateway's dependencies, which the caller opens and closes. */
export interface IngestGatewayDependencies {
  readonly publisher: SpanPublisher;
  /** Resolves the senders of HTTP and gRPC requests, with a shared cache. */
  readonly authenticator: Pick<Authenticator, 'authenticate'>;
  /** Signs receipts. Query services that verify the receipts MUST have the same secret. */
  readonly signer: TokenSigner;
  readonly limits: IngestLimits;
  readonly clock: Clock;
  /**
   * The last receive time that an earlier process assigned, in ns since the Unix epoch. Every receive time of this
   * process is later.
   */
  readonly latestReceipt?: bigint | undefined;
  /** The health object to which the state of `span_log` is reported. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly registry: Registry;
  readonly logger: Logger;
  /**
   * Checks the source of gRPC calls; HTTP requests are checked by the app that serves the routes. If this is absent, no
   * call is refused.
   */
  readonly refuseForeign?: RefuseForeign | undefined;
  /** The tracer for requests. If it is absent, no request is traced. */
  readonly tracer?: SelfTracer | undefined;
}

/** Creates the routes and the gRPC server that accept spans. Opens no resources: the caller owns the dependencies. */
export function createIngestGateway(dependencies: IngestGatewayDependencies) {
  const { publisher, signer, limits, clock, health, registry, logger, tracer } = dependencies;
  const { authenticate } = dependencies.authenticator;
  const counter = new IngestCounter(clock);
  const metrics = createGatewayMetrics(registry, counter);
  registerLogMetrics(registry, publisher);
  const { ingestLimiter, otlpLimiter } = createLimiters(dependencies);
  const dropLog = createDropLog({ logger, clock });
  const routeDependencies = {
    authenticate: authenticateSender(authenticate, ingestLimiter),
    onFailure: reportRefusals(dropLog),
    // All protocols share this use case, so that they count spans and issue receipts in the same way.
    ingestSpans: createIngestSpans({
      publisher,
      receiptCodec: createReceiptCodec({ signer }),
      clock,
      health,
      metrics,
      dropLog,
      maxSpanBytes: limits.spanBytes,
    }),
    receiptClock: createReceiptClock(clock, dependencies.latestReceipt),
    limits,
    inFlight: new InFlightBytes({ maxBytes: limits.inFlightBytes, clock, registry }),
    metrics,
  };
  const ingestOtlp = createIngestOtlp({
    ...routeDependencies,
    maxValues: limits.bodyValues,
    tracer,
  });
  const otlpDependencies = {
    ...routeDependencies,
    ingestOtlp,
    authenticate: authenticateSender(authenticate, otlpLimiter),
  };
  return {
    routes: [
      ...jsonRoutes(routeDependencies),
      ...otlpRoutes(otlpDependencies),
      postZipkinSpans(routeDependencies),
    ],
    /** Facts that `/health` shows in addition to the version: the price table for new spans. */
    about: { price_table: priceTable },
    /** Returns the counts since the gateway's process started. The web interface shows these counts. */
    counts: () => counter.read(),
    otlpGrpc: createOtlpGrpc({
      authenticate: withRateLimit(authenticate, otlpLimiter),
      ingestOtlp,
      // HTTP and gRPC share the budget of bytes, because they share the memory of the process.
      inFlight: routeDependencies.inFlight,
      clock,
      registry,
      logger,
      dropLog,
      tracer,
      refuseForeign: dependencies.refuseForeign,
      limitBytes: limits.otlpBodyBytes,
    }),
  };
}

export type IngestGateway = ReturnType<typeof createIngestGateway>;

/**
 * Creates a limiter for each configured rate. OTLP over HTTP and gRPC has one rate, and all other protocols share
 * another.
 */
function createLimiters({ limits, clock, registry }: IngestGatewayDependencies) {
  const limiterOf = (rateClass: RateClass, limit: RateLimit | undefined) =>
    limit && createRateLimiter({ rateClass, limit, clock, registry });
  return {
    ingestLimiter: limiterOf('ingest', limits.ingestRate),
    otlpLimiter: limiterOf('otlp', limits.otlpRate),
  };
}

/** Creates the error handler that logs requests that are malformed or too large. */
function reportRefusals(dropLog: Pick<DropLog, 'reportRefused'>): HttpErrorHandler {
  return (error, { req, res }, next) => {
    const sender = { route: routeOf(res)?.path ?? '', userAgent: req.headers['user-agent'] };
    dropLog.reportRefused(toHttpProblem(error), sender);
    next(error);
  };
}
