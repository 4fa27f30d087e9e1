import { type Catalog, createAuthenticator, type SavedQueryStore } from '@spanhouse/catalog';
import { createIngestGateway, type IngestGateway } from '@spanhouse/ingest-gateway';
import { toIngestLimits } from '@spanhouse/ingest-gateway/config';
import {
  type Clock,
  createAuthenticationMetrics,
  createHttpApp,
  type Health,
  type HttpApp,
  type Logger,
  type Registry,
  type SelfTracer,
  type TokenSigner,
} from '@spanhouse/service-runtime';
import { createSpanConsumer, type SpanConsumer } from '@spanhouse/span-consumer';
import { traceSpanPublisher } from '@spanhouse/span-log/trace-span-publisher';
import { createTraceQuery } from '@spanhouse/trace-query';
import { toQuerySettings } from '@spanhouse/trace-query/config';
import type { DeadLetterCounter, TraceAnalytics, TraceReader } from '@spanhouse/trace-store/reader';
import type {
  DeadLetterIndex,
  SpanWriter,
  StoreState,
  TombstoneRemover,
} from '@spanhouse/trace-store/writer';
import type { AllInOneConfig } from './config.js';
import type { SpanLog } from './open-span-log.js';

export interface AllInOneDependencies {
  readonly config: AllInOneConfig;
  readonly log: SpanLog;
  readonly writer: SpanWriter;
  readonly deadLetterIndex: DeadLetterIndex;
  readonly remover: TombstoneRemover;
  readonly storeState: StoreState;
  readonly reader: TraceReader;
  readonly analytics: TraceAnalytics;
  readonly deadLetterCounter: DeadLetterCounter;
  readonly catalog: Catalog;
  readonly savedQueries: SavedQueryStore;
  readonly signer: TokenSigner;
  readonly health: Health;
  readonly registry: Registry;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly tracer?: SelfTracer | undefined;
}

export interface AllInOne {
  /** Gateway and query service on one address. */
  readonly http: HttpApp;
  readonly otlpGrpc: IngestGateway['otlpGrpc'];
  readonly consumer: SpanConsumer;
}

/** The services of a cluster, in one process. */
export function createAllInOne(dependencies: AllInOneDependencies): AllInOne {
  const { config, log, writer, reader, catalog, ...rest } = dependencies;
  const { deadLetterIndex, deadLetterCounter, remover, storeState, ...runtime } = rest;
  const { health, registry, logger, tracer } = runtime;
  const publisher = traceSpanPublisher(log.publisher, tracer);
  const authenticator = createAuthenticator(config, {
    ...{ ...runtime, catalog },
    metrics: createAuthenticationMetrics(registry),
  });
  const gateway = createIngestGateway({
    ...runtime,
    ...{ publisher, authenticator },
    limits: toIngestLimits(config),
  });
  const query = createTraceQuery({
    ...runtime,
    publisher,
    ...{ reader, deadLetters: deadLetterCounter, offsets: log.offsets, authenticator, catalog },
    settings: toQuerySettings(config),
  });
  const consumer = createSpanConsumer({
    ...runtime,
    ...{ subscription: log.subscription, deadLetters: log.deadLetters, deadLetterIndex },
    ...{ writer, remover, storeState, batching: config, removal: config },
  });
  const routes = [...gateway.routes, ...query.routes];
  const http = createHttpApp({ routes, health, registry, logger, tracer });
  return { http, otlpGrpc: gateway.otlpGrpc, consumer };
}
