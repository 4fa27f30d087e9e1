import type { HttpApp } from '@spanhouse/api-kit';
import { createTestHttpApp } from '@spanhouse/api-kit/testing';
import type { Authenticate } from '@spanhouse/catalog';
import {
  createMemorySavedQueries,
  createTestAuthenticator,
  FakeCatalog,
} from '@spanhouse/catalog/testing';
import {
  type Clock,
  createHealth,
  createRegistry,
  createTokenSigner,
  type Health,
  type Registry,
} from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec, type ReceiptPosition } from '@spanhouse/span-log/receipt';
import { InMemorySpanLog } from '@spanhouse/span-log/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { TraceAnalytics, TraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  FakeDeadLetterCounter,
  FakeIngestState,
  FakeLedgerAudit,
  FakeSpanMetrics,
  FakeTraceAnalytics,
  FakeTraceReader,
  type RowInput,
} from '@spanhouse/trace-store/testing';
import { createTraceQuery, type IngestTotals } from '../app.js';
import type { QuerySettings } from '../config.js';
import { FakeCommittedOffsets } from './fake-committed-offsets.js';

export interface TestTraceQuery {
  readonly app: HttpApp;
  readonly reader: FakeTraceReader;
  readonly analytics: FakeTraceAnalytics;
  readonly offsets: FakeCommittedOffsets;
  /** The log to which deletes and edits are published. */
  readonly log: InMemorySpanLog;
  readonly deadLetters: FakeDeadLetterCounter;
  readonly ingestState: FakeIngestState;
  readonly ledger: FakeLedgerAudit;
  readonly spanMetrics: FakeSpanMetrics;
  readonly catalog: FakeCatalog;
  readonly clock: FakeClock;
  readonly health: Health;
  readonly registry: Registry;
  /** Adds spans of open mode's project to the in-memory analytics. */
  analyze(...spans: readonly Partial<CanonicalSpan>[]): void;
  /** Issues a receipt as the gateway does. Its spans are visible when `offset` of partition 0 is committed. */
  receipt(offset: number, projectId?: string): string;
  /** Issues a receipt for these positions, as the current version of the gateway does. */
  receiptFor(positions: readonly ReceiptPosition[]): string;
}

export interface TestTraceQueryOptions {
  readonly settings?: Partial<QuerySettings>;
  /** Default: open. */
  readonly authMode?: 'open' | 'keys';
  /** Authentication function that replaces the check of keys. */
  readonly authenticate?: Authenticate;
  /** Replaces the in-memory store. */
  readonly store?: TraceReader;
  /** Replaces the in-memory analytics. */
  readonly analytics?: TraceAnalytics;
  /** Replaces the in-memory log. */
  readonly publisher?: SpanPublisher;
  /** Ingest counts of the gateways. Default: no counts. */
  readonly ingestTotals?: IngestTotals;
}

const testProjectId = '00000000-0000-0000-0000-000000000000';

const facts = { deadlineMs: 15_000, ingest: { json: 'http://127.0.0.1:8080' } };

export const testFrontDoors: QuerySettings['frontDoors'] = {
  doors: ['tempo', 'jaeger', 'zipkin'],
  traceLimitBytes: 64 * 1024 * 1024,
  maxSeries: 1000,
  uiDir: undefined,
  uiConfig: undefined,
  autocompleteKeys: [],
  hasStrictTraceIds: true,
  lensDir: undefined,
};

const settings: QuerySettings = {
  bodyLimitBytes: 1024 * 1024,
  spanLimitBytes: 100_000,
  defaultLimit: 1000,
  maxLimit: 10_000,
  lookBackNs: undefined,
  servesUi: true,
  frontDoors: testFrontDoors,
  servesSpanMetrics: true,
  receiptWaitMs: 5000,
  receiptMaxWaitMs: 30_000,
  receiptLifetimeMs: 86_400_000,
  heldBytes: 256 * 1024 * 1024,
  mcp: undefined,
  rateLimit: undefined,
  adminKeys: undefined,
};

const nothingCounted: IngestTotals = { acceptedPerSecond: 0, dropped: new Map() };

function createFakeStores() {
  return {
    reader: new FakeTraceReader(),
    analytics: new FakeTraceAnalytics(),
    deadLetters: new FakeDeadLetterCounter(),
    ingestState: new FakeIngestState(),
    ledger: new FakeLedgerAudit(),
    spanMetrics: new FakeSpanMetrics(),
  };
}

function toRow(span: Partial<CanonicalSpan>): RowInput {
  return { span: aSpan(span), context: aContext({ project_id: testProjectId }) };
}

/** Creates the service with fake dependencies. Spans that are added to the reader at offsets 0 to 9 are visible. */
export function createTestTraceQuery(options: TestTraceQueryOptions = {}): TestTraceQuery {
  const clock: FakeClock & Clock = new FakeClock();
  const { reader, ...stores } = createFakeStores();
  const offsets = new FakeCommittedOffsets(clock);
  offsets.commit(10, 10);
  const log = new InMemorySpanLog({ partitionCount: 2 });
  const registry = createRegistry('test');
  const health = createHealth({ dependencies: ['clickhouse', 'span_log'] });
  const signer = createTokenSigner('a secret for tests');
  const catalog = new FakeCatalog();
  const authenticator = {
    ...createTestAuthenticator({
      catalog,
      clock,
      config: { AUTH_MODE: options.authMode ?? 'open' },
    }),
    ...(options.authenticate !== undefined && { authenticate: options.authenticate }),
  };
  const { routes } = createTraceQuery({
    ...stores,
    reader: options.store ?? reader,
    analytics: options.analytics ?? stores.analytics,
    offsets,
    publisher: options.publisher ?? log,
    letters: log.letters,
    ingestTotals: () => Promise.resolve(options.ingestTotals ?? nothingCounted),
    authenticator,
    catalog,
    savedQueries: createMemorySavedQueries(clock),
    signer,
    health,
    clock,
    registry,
    settings: { ...settings, ...options.settings },
    facts: () => ({ ...facts, authMode: options.authMode ?? 'open' }),
  });
  const codec = createReceiptCodec({ signer });
  const issue = (positions: readonly ReceiptPosition[], projectId: string) =>
    codec.issue({ logId: offsets.logId, projectId, positions, issuedAtMs: clock.nowMs() });
  return {
    app: createTestHttpApp(routes),
    ...stores,
    reader,
    offsets,
    log,
    catalog,
    clock,
    health,
    registry,
    analyze: (...spans) => stores.analytics.add(spans.map(toRow)),
    receipt: (offset, projectId = testProjectId) =>
      issue([{ partition: 0, offset: offset - 1, spanCount: 1 }], projectId),
    receiptFor: (positions) => issue(positions, testProjectId),
  };
}
