import type { Authenticate } from '@spanhouse/catalog';
import { anyPrincipal } from '@spanhouse/catalog/testing';
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
import { createReceiptCodec } from '@spanhouse/span-log/receipt';
import { createTraceQuery } from '../app.js';
import type { QuerySettings } from '../config.js';
import { FakeCommittedOffsets } from './fake-committed-offsets.js';
import { FakeTraceReader } from './fake-trace-reader.js';

export interface TestTraceQuery {
  readonly app: HttpApp;
  readonly reader: FakeTraceReader;
  readonly offsets: FakeCommittedOffsets;
  readonly clock: FakeClock;
  readonly health: Health;
  readonly registry: Registry;
  /** A receipt as the gateway would issue it: visible once `offset` of partition 0 is committed. */
  receipt(offset: number, projectId?: string): string;
}

export interface TestTraceQueryOptions {
  readonly settings?: Partial<QuerySettings>;
  /** Default: open mode. */
  readonly authenticate?: Authenticate;
}

const PROJECT_ID = '00000000-0000-0000-0000-000000000000';

/** The service over fakes. Everything added to the reader at offset 0 to 9 is visible. */
export function createTestTraceQuery(options: TestTraceQueryOptions = {}): TestTraceQuery {
  const clock: FakeClock & Clock = new FakeClock();
  const reader = new FakeTraceReader();
  const offsets = new FakeCommittedOffsets(clock);
  offsets.commit(10, 10);
  const registry = createRegistry();
  const health = createHealth({ dependencies: ['clickhouse', 'span_log'] });
  const signer = createTokenSigner('a secret for tests');
  const { routes } = createTraceQuery({
    reader,
    offsets,
    authenticator: { authenticate: options.authenticate ?? (async () => anyPrincipal()) },
    signer,
    health,
    clock,
    registry,
    settings: {
      bodyLimitBytes: 1024 * 1024,
      defaultLimit: 1000,
      maxLimit: 10_000,
      lookBackNs: undefined,
      receiptWaitMs: 5000,
      receiptMaxWaitMs: 30_000,
      ...options.settings,
    },
  });
  const receipts = createReceiptCodec({ signer });
  return {
    app: createTestHttpApp(routes),
    reader,
    offsets,
    clock,
    health,
    registry,
    receipt: (offset, projectId = PROJECT_ID) =>
      receipts.issue({
        logId: offsets.logId,
        projectId,
        positions: [{ partition: 0, offset: offset - 1 }],
        issuedAtMs: 0,
      }),
  };
}
