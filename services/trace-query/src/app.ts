import type { Authenticator, Catalog, SavedQueryStore } from '@spanhouse/catalog';
import {
  type Clock,
  createAdminAccess,
  createRateLimiter,
  type Health,
  type Registry,
  type Route,
  type TokenSigner,
} from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec } from '@spanhouse/span-log/receipt';
import type { DeadLetterCounter, TraceAnalytics, TraceReader } from '@spanhouse/trace-store/reader';
import { createAdminRoutes } from './admin/admin-routes.js';
import type { QuerySettings } from './config.js';
import { analyticsRoutes } from './http/analytics-routes.js';
import { createRequestAuthentication } from './http/authenticate.js';
import { createEditRoutes } from './http/edit-routes.js';
import { getDocs } from './http/get-docs.js';
import { getOpenapi } from './http/get-openapi.js';
import { getReceipt } from './http/get-receipt.js';
import { getSpan } from './http/get-span.js';
import { getSpans } from './http/get-spans.js';
import { getTrace } from './http/get-trace.js';
import { getTraces } from './http/get-traces.js';
import { getTracingTrace } from './http/get-tracing-trace.js';
import { postSpansQuery } from './http/post-spans-query.js';
import { postTracesQuery } from './http/post-traces-query.js';
import { postTracingSpansQuery } from './http/post-tracing-spans-query.js';
import type { QueryServices } from './http/query-services.js';
import { createQueryMetrics } from './metrics.js';
import { createSpanCursors, createTraceCursors } from './query/cursor.js';
import { createActorCursors } from './query/list-actors.js';
import {
  createObservedDeadLetterCounter,
  createObservedTraceAnalytics,
  createObservedTraceReader,
} from './query/observed-store.js';
import { createReadReceipt } from './query/read-receipt.js';
import { createSnapshots } from './query/snapshots.js';
import { createSavedQueryRoutes } from './saved-queries/saved-query-routes.js';

export interface TraceQueryDependencies {
  readonly reader: TraceReader;
  readonly analytics: TraceAnalytics;
  readonly deadLetters: Pick<DeadLetterCounter, 'countRows'>;
  readonly offsets: CommittedOffsets;
  /** For deletes and edits: they go through the same log as the spans. */
  readonly publisher: SpanPublisher;
  /** Signs cursors and checks receipts: the gateways' secret. */
  readonly signer: TokenSigner;
  readonly authenticator: Authenticator;
  /** For the admin routes. */
  readonly catalog: Catalog;
  readonly savedQueries: SavedQueryStore;
  readonly clock: Clock;
  /** Told of `clickhouse` and `span_log`. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly registry: Registry;
  readonly settings: QuerySettings;
}

export interface TraceQuery {
  readonly routes: readonly Route[];
}

/** Everything that reads. Opens nothing; the caller closes what it passes in. */
export function createTraceQuery(dependencies: TraceQueryDependencies): TraceQuery {
  const services = createServices(dependencies);
  const { catalog, authenticator, signer, settings } = dependencies;
  const { adminKey, bodyLimitBytes } = settings;
  const requireAdmin = createAdminAccess(adminKey);
  const routes: Route[] = [
    postSpansQuery(services),
    getSpans(services),
    getSpan(services),
    postTracesQuery(services),
    getTraces(services),
    getTrace(services),
    postTracingSpansQuery(services),
    getTracingTrace(services),
    ...analyticsRoutes(services),
    ...createEditRoutes(services, dependencies),
    getReceipt(services),
    ...createSavedQueryRoutes(services, signer),
    getOpenapi(),
    ...getDocs(),
    ...createAdminRoutes({ catalog, authenticator, requireAdmin, bodyLimitBytes }),
  ];
  return { routes: routes.map((route) => ({ ...route, tracing: 'joins' })) };
}

function createServices({
  registry,
  health,
  authenticator,
  ...dependencies
}: TraceQueryDependencies): QueryServices {
  const { offsets, clock, settings, signer } = dependencies;
  const metrics = createQueryMetrics(registry);
  const snapshots = createSnapshots({ offsets, clock, health, onStale: metrics.staleSnapshot });
  const { rateLimit: limit } = settings;
  const rateLimiter = limit && createRateLimiter({ rateClass: 'query', limit, clock, registry });
  const pages = { snapshots, limits: settings, clock };
  return {
    reader: createObservedTraceReader(dependencies.reader, health),
    analytics: createObservedTraceAnalytics(dependencies.analytics, health),
    snapshots,
    deadLetters: createObservedDeadLetterCounter(dependencies.deadLetters, health),
    savedQueries: dependencies.savedQueries,
    offsets,
    clock,
    settings,
    authenticate: createRequestAuthentication(authenticator.authenticate, rateLimiter),
    metrics,
    readReceipt: createReadReceipt({
      codec: createReceiptCodec({ signer }),
      ...{ offsets, clock, lifetimeMs: settings.receiptLifetimeMs },
    }),
    spanPages: { ...pages, cursors: createSpanCursors(signer) },
    tracePages: { ...pages, cursors: createTraceCursors(signer) },
    actorPages: {
      session: { ...pages, cursors: createActorCursors(signer, 'session') },
      user: { ...pages, cursors: createActorCursors(signer, 'user') },
    },
  };
}
