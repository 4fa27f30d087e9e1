import { createHttpApp, type HttpApp, type RefuseForeign } from '@spanhouse/api-kit';
import type { Authenticate } from '@spanhouse/catalog';
import { createTestAuthenticator, FakeCatalog } from '@spanhouse/catalog/testing';
import {
  createHealth,
  createTokenSigner,
  type Health,
  type Logger,
  type Registry,
} from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import type { SpanPublisher } from '@spanhouse/span-log/publisher';
import { createReceiptCodec, type ReceiptCodec } from '@spanhouse/span-log/receipt';
import { decodeSpanRows, type StoredSpan } from '@spanhouse/span-row';
import { Registry as PromRegistry } from 'prom-client';
import { createIngestGateway } from '../app.js';
import type { IngestLimits } from '../config.js';
import type { OtlpGrpc } from '../grpc/otlp-grpc.js';
import { FakeSpanPublisher } from './fake-span-publisher.js';

const MIB = 1024 * 1024;

export interface TestGateway {
  readonly app: HttpApp;
  readonly otlpGrpc: OtlpGrpc;
  readonly log: FakeSpanPublisher;
  readonly catalog: FakeCatalog;
  readonly clock: FakeClock;
  readonly health: Health;
  readonly registry: Registry;
  readonly receipts: ReceiptCodec;
  /** Decodes every span in the log. */
  storedSpans(): StoredSpan[];
}

export interface TestGatewayOptions {
  /** The authentication mode; `open` by default. */
  readonly authMode?: 'open' | 'keys';
  readonly limits?: Partial<IngestLimits>;
  readonly log?: FakeSpanPublisher;
  /** A publisher that replaces `log`. */
  readonly publisher?: SpanPublisher;
  /** An authentication function that replaces `authMode`. */
  readonly authenticate?: Authenticate;
  readonly refuseForeign?: RefuseForeign | undefined;
  readonly latestReceipt?: bigint;
  /** The logger; by default a silent logger. */
  readonly logger?: Logger;
}

/** Creates a gateway as main.ts does, but with a log in memory. */
export function createTestGateway(options: TestGatewayOptions = {}): TestGateway {
  const log = options.log ?? new FakeSpanPublisher();
  const catalog = new FakeCatalog();
  const clock = new FakeClock();
  const registry = new PromRegistry();
  const health = createHealth({ dependencies: ['catalog', 'span_log'] });
  const { refuseForeign, latestReceipt, logger = createSilentLogger() } = options;
  const signer = createTokenSigner('a secret for tests only');
  const config = { AUTH_MODE: options.authMode ?? 'open' };
  const authenticator =
    options.authenticate === undefined
      ? createTestAuthenticator({ catalog, clock, config, health })
      : { authenticate: options.authenticate };
  const { routes, about, otlpGrpc } = createIngestGateway({
    authenticator,
    clock,
    health,
    registry,
    signer,
    logger,
    refuseForeign,
    latestReceipt,
    publisher: options.publisher ?? log,
    limits: {
      jsonBodyBytes: 16 * MIB,
      otlpBodyBytes: 64 * MIB,
      spanBytes: 8 * MIB,
      bodyValues: 25_000_000,
      inFlightBytes: 256 * MIB,
      ingestRate: undefined,
      otlpRate: undefined,
      ...options.limits,
    },
  });
  return {
    app: createHttpApp({ routes, about, health, registry, logger, refuseForeign }),
    log,
    catalog,
    clock,
    health,
    registry,
    otlpGrpc,
    receipts: createReceiptCodec({ signer }),
    storedSpans: () =>
      log.records.flatMap(({ rows, rowSchemaVersion }) => decodeSpanRows(rows, rowSchemaVersion)),
  };
}
