import { createBrowserRules, createHttpApp, type HttpApp, type Route } from '@spanhouse/api-kit';
import {
  createAuthenticationMetrics,
  createAuthenticator,
  type OpenCatalog,
} from '@spanhouse/catalog';
import { createIngestGateway, type IngestGateway } from '@spanhouse/ingest-gateway';
import { toIngestLimits } from '@spanhouse/ingest-gateway/config';
import type { SelfTracer, TokenSigner } from '@spanhouse/service-runtime';
import { createSpanConsumer, type SpanConsumer } from '@spanhouse/span-consumer';
import { DeferredSpanPublisher } from '@spanhouse/span-log/deferred-publisher';
import { createTraceQuery, type ServiceFacts } from '@spanhouse/trace-query';
import { toQuerySettings } from '@spanhouse/trace-query/config';
import type { Surroundings } from './data-directory.js';
import type { SpanLog } from './open-span-log.js';
import type { Stores } from './open-stores.js';

/** The opened parts of the process. The caller owns them and closes them after the consumer and the HTTP server. */
export interface AllInOneDependencies
  extends Pick<Surroundings, 'config' | 'health' | 'registry' | 'clock' | 'logger'>,
    Pick<OpenCatalog, 'catalog' | 'savedQueries'>,
    Stores {
  /** The log between the writers (the gateway and edits) and the consumer. */
  readonly log: SpanLog;
  /** Facts about the service that `GET /project` returns. */
  readonly facts: () => ServiceFacts;
  /** Signs receipts and cursors. */
  readonly signer: TokenSigner;
  /** The tracer for Spanhouse's own requests; absent unless it is configured. */
  readonly tracer?: SelfTracer | undefined;
}

/** The services, which do no work until the caller starts the consumer and opens the ports. */
export interface AllInOne {
  /** The HTTP app that serves the gateway and the query service at one address. */
  readonly http: HttpApp;
  /** Opens the port for OTLP over gRPC. */
  readonly otlpGrpc: IngestGateway['otlpGrpc'];
  readonly consumer: SpanConsumer;
  /** Ends the tail streams, which would otherwise delay a shutdown. */
  readonly endTails: () => void;
}

/**
 * Creates the gateway, the consumer and the query service in one process. They use the same log and the same store.
 *
 * - The services share an authenticator, so that each key is cached only once.
 * - The services share a health object and a registry, so that the process reports all three services together.
 */
export function createAllInOne(dependencies: AllInOneDependencies): AllInOne {
  const { config, log, catalog } = dependencies;
  const { clock, health, registry, logger, signer, tracer } = dependencies;
  const runtime = { clock, health, registry, logger, signer, tracer };
  const browserRules = createBrowserRules(config);
  const publisher = new DeferredSpanPublisher(tracer, log.publisher);
  const authenticator = createAuthenticator(config, {
    ...runtime,
    catalog,
    metrics: createAuthenticationMetrics(registry),
  });
  const gateway = createIngestGateway({
    ...runtime,
    publisher,
    authenticator,
    latestReceipt: log.latestReceipt,
    limits: toIngestLimits(config),
    refuseForeign: browserRules.refuseForeign,
  });
  const query = createTraceQuery({
    ...dependencies,
    publisher,
    authenticator,
    deadLetters: dependencies.deadLetterCounter,
    letters: log.letters,
    ledger: dependencies.ledgerAudit,
    ingestTotals: () => Promise.resolve(gateway.counts()),
    offsets: log.offsets,
    settings: toQuerySettings(config),
  });
  const consumer = createSpanConsumer({
    ...dependencies,
    subscription: log.subscription,
    deadLetters: log.deadLetters,
    spanMetrics: { store: dependencies.spanMetricsStore, offsets: log.offsets, settings: config },
    ledgerCheck: { audit: dependencies.ledgerAudit, offsets: log.offsets },
    batching: config,
    upkeep: config,
  });
  const intake = config.FRONT_DOORS.includes('zipkin') ? zipkinIntake(gateway.routes) : [];
  const routes = [...gateway.routes, ...intake, ...query.routes];
  const { about } = gateway;
  const http = createHttpApp({ routes, about, health, registry, logger, tracer, ...browserRules });
  return { http, otlpGrpc: gateway.otlpGrpc, consumer, endTails: query.endTails };
}

/**
 * Returns Zipkin's intake routes, mounted below Zipkin's base path. Reporters can then use the same base path as Lens
 * and data sources.
 */
function zipkinIntake(routes: readonly Route[]): readonly Route[] {
  const { method, path } = { method: 'POST', path: '/v2/spans' };
  return routes
    .filter((route) => route.method === method && route.path === path)
    .map((route) => ({ ...route, path: `/zipkin/api${path}` }));
}
