import { createAdminAccess, createRateLimiter, type Route } from '@spanhouse/api-kit';
import type { Authenticator, Catalog, SavedQueryStore } from '@spanhouse/catalog';
import type { Clock, Health, Registry, TokenSigner } from '@spanhouse/service-runtime';
import type { DeadLetterReader } from '@spanhouse/span-log/dead-letter-reader';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec } from '@spanhouse/span-log/receipt';
import type {
  DeadLetterCounter,
  IngestState,
  LedgerAudit,
  SpanMetricsReader,
  TraceAnalytics,
  TraceReader,
} from '@spanhouse/trace-store/reader';
import type { AdminServices } from './admin/admin-services.js';
import type { ReadIngestTotals } from './admin/get-ingest.js';
import { getIngest } from './admin/get-ingest.js';
import { getLedger } from './admin/get-ledger.js';
import { getProjects } from './admin/get-projects.js';
import { deleteKey, getKeys, postKeys } from './admin/key-routes.js';
import { postAccounts } from './admin/post-accounts.js';
import { putProject } from './admin/put-project.js';
import type { AnalyticsServices } from './analytics/analytics-services.js';
import { getAttributeKeys, getAttributeValues } from './analytics/get-attributes.js';
import { createActorCursors } from './analytics/list-actors.js';
import { postActorsQuery } from './analytics/post-actors-query.js';
import { postAggregateQuery } from './analytics/post-aggregate-query.js';
import { postAnalyticsQuery } from './analytics/post-analytics-query.js';
import { postCompareQuery } from './analytics/post-compare-query.js';
import { postServicesQuery } from './analytics/post-services-query.js';
import { postTracingSpansAnalytics } from './analytics/post-tracing-spans-analytics.js';
import type { QuerySettings } from './config.js';
import { createSnapshots } from './consistency/snapshots.js';
import { letterRoutes } from './dead-letters/letter-routes.js';
import { registerWaitingRows } from './dead-letters/waiting-rows-gauge.js';
import { createEditRoutes } from './edits/edit-routes.js';
import { createEditServices } from './edits/edit-services.js';
import { AnswerBudget } from './http/answer-budget.js';
import { createRequestAuthentication } from './http/authenticate.js';
import { createJaegerRoutes } from './jaeger/jaeger-routes.js';
import { listRoutes } from './lists/list-routes.js';
import type { ListServices } from './lists/list-services.js';
import { postTracingSpansQuery } from './lists/post-tracing-spans-query.js';
import { getOutline } from './look-ups/get-outline.js';
import { getSpan, getSpans } from './look-ups/get-spans.js';
import { getTrace, getTraces, getTracingTrace } from './look-ups/get-traces.js';
import { postMcp } from './mcp/post-mcp.js';
import { createQueryMetrics } from './metrics.js';
import { getDocs, getOpenapi } from './openapi/get-docs.js';
import { createSpanCursors, createTraceCursors } from './paging/cursor.js';
import { getProject } from './project/get-project.js';
import { getProjectUsage } from './project/get-project-usage.js';
import type { ServiceFacts } from './project/service-facts.js';
import { getReceipt, type ReceiptServices } from './receipts/get-receipt.js';
import { createSavedQueryRoutes } from './saved-queries/saved-query-routes.js';
import { getSpanMetrics } from './span-metrics/get-span-metrics.js';
import { createTailPositions, OpenTails } from './tail/open-tails.js';
import { postSpansTail, type TailServices } from './tail/post-spans-tail.js';
import { createTempoRoutes } from './tempo/tempo-routes.js';
import { getUi } from './ui/get-ui.js';
import { createZipkinRoutes } from './zipkin/zipkin-routes.js';

export type { IngestTotals } from './admin/get-ingest.js';
export type { ServiceFacts } from './project/service-facts.js';

export interface TraceQueryDependencies {
  readonly reader: TraceReader;
  readonly analytics: TraceAnalytics;
  readonly deadLetters: Pick<DeadLetterCounter, 'countRows' | 'findLost'>;
  /** Reads the dead letters of the log. */
  readonly letters: DeadLetterReader;
  readonly ingestState: Pick<IngestState, 'read'>;
  /** Compares the accepted spans with the stored spans. */
  readonly ledger: Pick<LedgerAudit, 'balance' | 'entered'>;
  readonly spanMetrics: Pick<SpanMetricsReader, 'sums'>;
  /** Reads the ingest counts of the gateways. */
  readonly ingestTotals: ReadIngestTotals;
  readonly offsets: CommittedOffsets;
  /** Publishes deletes, edits and retries to the span log. */
  readonly publisher: SpanPublisher;
  /** Signs cursors and checks receipts. The gateways MUST use the same secret. */
  readonly signer: TokenSigner;
  readonly authenticator: Authenticator;
  /** Stores the accounts, keys and projects that the admin routes manage. */
  readonly catalog: Catalog;
  readonly savedQueries: SavedQueryStore;
  /** Returns the facts about the service for `GET /project`. */
  readonly facts: () => ServiceFacts;
  readonly clock: Clock;
  /** The health object to which the availability of `span_log` is reported. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly registry: Registry;
  readonly settings: QuerySettings;
}

/** Creates the routes of the service. Opens no connections; the caller closes the dependencies. */
export function createTraceQuery(dependencies: TraceQueryDependencies): {
  readonly routes: readonly Route[];
  /** Ends the tail streams, which would otherwise delay a shutdown. Call this function before the port is closed. */
  readonly endTails: () => void;
} {
  const services = createServices(dependencies);
  const { catalog, authenticator, signer, settings, facts, letters } = dependencies;
  const { adminKeys, bodyLimitBytes } = settings;
  const requireAdmin = createAdminAccess(adminKeys);
  const admin = { catalog, authenticator, requireAdmin, bodyLimitBytes };
  const edits = createEditServices(services, dependencies);
  const routes: Route[] = [
    ...listRoutes(services),
    postSpansTail(services),
    getSpans(services),
    getSpan(services),
    getTraces(services),
    getTrace(services),
    getOutline(services),
    postTracingSpansQuery(services),
    getTracingTrace(services),
    ...postAnalyticsQuery(services),
    postAggregateQuery(services),
    postServicesQuery(services),
    postCompareQuery(services),
    postTracingSpansAnalytics(services),
    ...postActorsQuery(services),
    getAttributeKeys(services),
    getAttributeValues(services),
    ...createEditRoutes(edits),
    getReceipt(services),
    getProjectUsage(services),
    getProject({ ...services, catalog, facts }),
    ...letterRoutes({ ...edits, letters, signer, requireAdmin }),
    ...createSavedQueryRoutes(services, signer),
    getOpenapi(),
    ...getDocs(),
    ...createAdminRoutes(admin, dependencies),
    ...createOtherDoors(services, dependencies),
  ];
  return {
    routes: routes.map((route) => ({ ...route, tracing: 'joins' })),
    endTails: () => services.tails.end(),
  };
}

function createAdminRoutes(admin: AdminServices, dependencies: TraceQueryDependencies): Route[] {
  const { signer } = dependencies;
  return [
    postAccounts(admin),
    postKeys(admin),
    getKeys(admin),
    deleteKey(admin),
    getProjects(admin, signer),
    putProject(admin),
    getIngest(admin, dependencies),
    getLedger(admin, dependencies),
  ];
}

/** Creates the routes outside Spanhouse's own API: the pages, the tools for models, and the APIs of other products. */
function createOtherDoors(
  services: ReturnType<typeof createServices>,
  { catalog, facts, settings, spanMetrics }: TraceQueryDependencies,
): readonly Route[] {
  const { frontDoors, mcp, servesUi } = settings;
  const { doors } = frontDoors;
  const door = { ...services, catalog, deadlineMs: () => facts().deadlineMs };
  return [
    ...(servesUi ? getUi() : []),
    ...(mcp ? [postMcp(services, mcp)] : []),
    ...(settings.servesSpanMetrics ? [getSpanMetrics({ ...services, catalog, spanMetrics })] : []),
    ...(doors.includes('tempo') ? createTempoRoutes(door) : []),
    ...(doors.includes('jaeger') ? createJaegerRoutes(door) : []),
    ...(doors.includes('zipkin') ? createZipkinRoutes(door) : []),
  ];
}

function createServices({
  registry,
  health,
  authenticator,
  ...dependencies
}: TraceQueryDependencies): ListServices & AnalyticsServices & ReceiptServices & TailServices {
  const { offsets, clock, settings, signer } = dependencies;
  const metrics = createQueryMetrics(registry, dependencies.letters);
  registerWaitingRows(registry, dependencies);
  const snapshots = createSnapshots({ offsets, clock, health, onStale: metrics.staleSnapshot });
  const { rateLimit: limit } = settings;
  const rateLimiter = limit && createRateLimiter({ rateClass: 'query', limit, clock, registry });
  const pages = { limits: settings, clock };
  const receipts = createReceiptCodec({ signer });
  return {
    ...dependencies,
    snapshots,
    authenticate: createRequestAuthentication(authenticator.authenticate, rateLimiter),
    metrics,
    answers: new AnswerBudget({ maxBytes: settings.heldBytes, clock, registry }),
    readReceipt(token, projectId) {
      const issuedAfterMs = clock.nowMs() - settings.receiptLifetimeMs;
      return receipts.read(token, { projectId, logId: offsets.logId, issuedAfterMs });
    },
    tails: new OpenTails(),
    tailPositions: createTailPositions(signer),
    spanPages: { ...pages, cursors: createSpanCursors(signer) },
    tracePages: { ...pages, cursors: createTraceCursors(signer) },
    actorPages: {
      session: { ...pages, cursors: createActorCursors(signer, 'session') },
      user: { ...pages, cursors: createActorCursors(signer, 'user') },
    },
  };
}
