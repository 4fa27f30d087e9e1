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
  type HttpApp,
  type Registry,
} from '@spanhouse/service-runtime';
import { createTestHttpApp, FakeClock } from '@spanhouse/service-runtime/testing';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec, type ReceiptPosition } from '@spanhouse/span-log/receipt';
import { InMemorySpanLog } from '@spanhouse/span-log/testing';
import type { TraceReader } from '@spanhouse/trace-store/reader';
import { createTraceQuery } from '../app.js';
import type { QuerySettings } from '../config.js';
import { FakeCommittedOffsets } from './fake-committed-offsets.js';
import { FakeDeadLetterCounter } from './fake-dead-letter-counter.js';
import { FakeTraceAnalytics } from './fake-trace-analytics.js';
import { FakeTraceReader } from './fake-trace-reader.js';

export interface TestTraceQuery {
  readonly app: HttpApp;
  readonly reader: FakeTraceReader;
  readonly analytics: FakeTraceAnalytics;
  readonly offsets: FakeCommittedOffsets;
  /** Where deletes and edits go. */
  readonly log: InMemorySpanLog;
  readonly deadLetters: FakeDeadLetterCounter;
  readonly catalog: FakeCatalog;
  readonly clock: FakeClock;
  readonly health: Health;
  readonly registry: Registry;
  /** A receipt as the gateway would issue it: visible once `offset` of partition 0 is committed. */
  receipt(offset: number, projectId?: string): string;
  /** A receipt as the gateway would issue it now. */
  receiptFor(positions: readonly ReceiptPosition[]): string;
}

export interface TestTraceQueryOptions {
  readonly settings?: Partial<QuerySettings>;
  /** Default: open. */
  readonly authMode?: 'open' | 'keys';
  /** In its place. */
  readonly authenticate?: Authenticate;
  /** In place of the store in memory. */
  readonly store?: TraceReader;
  /** In place of the log in memory. */
  readonly publisher?: SpanPublisher;
}

const PROJECT_ID = '00000000-0000-0000-0000-000000000000';

const SETTINGS: QuerySettings = {
  bodyLimitBytes: 1024 * 1024,
  spanLimitBytes: 100_000,
  defaultLimit: 1000,
  maxLimit: 10_000,
  lookBackNs: undefined,
  receiptWaitMs: 5000,
  receiptMaxWaitMs: 30_000,
  receiptLifetimeMs: 86_400_000,
};

/** The service over fakes. Everything added to the reader at offset 0 to 9 is visible. */
export function createTestTraceQuery(options: TestTraceQueryOptions = {}): TestTraceQuery {
  const clock: FakeClock & Clock = new FakeClock();
  const reader = new FakeTraceReader();
  const analytics = new FakeTraceAnalytics();
  const offsets = new FakeCommittedOffsets(clock);
  offsets.commit(10, 10);
  const log = new InMemorySpanLog({ partitionCount: 2 });
  const deadLetters = new FakeDeadLetterCounter();
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
    reader: options.store ?? reader,
    analytics,
    offsets,
    publisher: options.publisher ?? log,
    deadLetters,
    ...{ authenticator, catalog, savedQueries: createMemorySavedQueries(clock) },
    signer,
    health,
    clock,
    registry,
    settings: { ...SETTINGS, ...options.settings },
  });
  const codec = createReceiptCodec({ signer });
  const issue = (positions: readonly ReceiptPosition[], projectId: string) =>
    codec.issue({ logId: offsets.logId, projectId, positions, issuedAtMs: clock.nowMs() });
  return {
    app: createTestHttpApp(routes),
    reader,
    analytics,
    offsets,
    log,
    deadLetters,
    catalog,
    clock,
    health,
    registry,
    receipt: (offset, projectId = PROJECT_ID) =>
      issue([{ partition: 0, offset: offset - 1, spanCount: 1 }], projectId),
    receiptFor: (positions) => issue(positions, PROJECT_ID),
  };
}
