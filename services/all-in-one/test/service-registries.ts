import { randomBytes } from 'node:crypto';
import { createHttpApp, type Route } from '@spanhouse/api-kit';
import { createAuthenticationMetrics } from '@spanhouse/catalog';
import { createIngestGateway } from '@spanhouse/ingest-gateway';
import { toIngestLimits } from '@spanhouse/ingest-gateway/config';
import { createPaths, createProber, doorNames } from '@spanhouse/prober';
import {
  createHealth,
  createRegistry,
  createStalledClients,
  loadConfig,
  openSelfTracing,
  type Registry,
  systemClock,
} from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createSpanConsumer } from '@spanhouse/span-consumer';
import { createLogReport, createTopicReport } from '@spanhouse/span-log/log-report';
import { createLogSpaceReport } from '@spanhouse/span-log/log-space-report';
import { InMemorySpanLog } from '@spanhouse/span-log/testing';
import { createTraceQuery } from '@spanhouse/trace-query';
import { toQuerySettings } from '@spanhouse/trace-query/config';
import { createAllInOne } from '../src/app.js';
import { allInOneConfigFields } from '../src/config.js';
import { registerDataDirectoryMetrics, registerEmbeddedLogMetrics } from '../src/metrics.js';

/** A placeholder for every dependency. Creating a service calls no dependency. */
const parts = new Proxy(
  {},
  { get: (_target, name) => (name === 'then' ? undefined : parts) },
) as never;

/** Turns on every optional part that declares metrics. */
const config = loadConfig(allInOneConfigFields, {
  RATE_LIMIT_INGEST_PER_SECOND: '1',
  RATE_LIMIT_OTLP_PER_SECOND: '1',
  RATE_LIMIT_QUERY_PER_SECOND: '1',
});
const clock = systemClock;
const logger = createSilentLogger();

interface ServiceParts {
  readonly registry: Registry;
  readonly routes: readonly Route[];
}

/** Returns the registry of each process as its main.ts fills it, by the name that docs/metrics.md shows. */
export function createServiceRegistries(): Readonly<Record<string, ServiceParts>> {
  return {
    gateway: gateway(),
    consumer: consumer(),
    query: query(),
    prober: prober(),
    'all-in-one': allInOne(),
  };
}

function gateway(): ServiceParts {
  const runtime = createRuntime('ingest-gateway', ['catalog', 'span_log']);
  createAuthenticationMetrics(runtime.registry);
  createTopicReport(runtime);
  createLogSpaceReport(runtime.registry);
  const { routes } = createIngestGateway({
    ...runtime,
    publisher: new InMemorySpanLog(),
    authenticator: parts,
    signer: parts,
    limits: toIngestLimits(config),
  });
  return served(routes, runtime);
}

function consumer(): ServiceParts {
  const runtime = createRuntime('span-consumer', ['clickhouse', 'span_log']);
  createConsumer(runtime);
  createLogReport(runtime);
  return served([], runtime);
}

function createConsumer(runtime: Runtime) {
  return createSpanConsumer({
    ...runtime,
    subscription: new InMemorySpanLog().subscribe(),
    writer: parts,
    remover: parts,
    wordIndexer: parts,
    storeState: parts,
    visibleTimes: parts,
    deadLetters: parts,
    deadLetterIndex: parts,
    ledger: parts,
    spanMetrics: { store: parts, offsets: parts, settings: config },
    ledgerCheck: { audit: parts, offsets: parts },
    batching: config,
    upkeep: config,
  });
}

function query(): ServiceParts {
  const runtime = createRuntime('trace-query', ['catalog', 'clickhouse', 'span_log']);
  createAuthenticationMetrics(runtime.registry);
  createLogReport(runtime);
  const { routes } = createTraceQuery({
    ...runtime,
    reader: parts,
    analytics: parts,
    deadLetters: parts,
    letters: new InMemorySpanLog().letters,
    ingestState: parts,
    spanMetrics: parts,
    ledger: parts,
    ingestTotals: parts,
    offsets: parts,
    publisher: parts,
    signer: parts,
    authenticator: parts,
    catalog: parts,
    savedQueries: parts,
    settings: toQuerySettings(config),
    facts: parts,
  });
  return served(routes, runtime);
}

function prober(): ServiceParts {
  const runtime = createRuntime('prober', []);
  createProber({
    ...runtime,
    doors: doorNames.map((name) => ({ name, form: 'typed', write: () => parts })),
    paths: createPaths(parts, ['tempo', 'jaeger', 'zipkin']),
    intervalMs: 1,
    bounds: { lateAfterMs: 1, missingAfterMs: 2 },
    elapsedMs: () => 0,
    random: randomBytes,
  });
  return served([], runtime);
}

function allInOne(): ServiceParts {
  const runtime = createRuntime('all-in-one', ['catalog', 'clickhouse', 'span_log']);
  const publisher = new InMemorySpanLog();
  const subscription = publisher.subscribe();
  createAllInOne({
    ...runtime,
    config,
    log: {
      publisher,
      subscription,
      offsets: parts,
      deadLetters: parts,
      letters: publisher.letters,
    },
    writer: parts,
    deadLetterIndex: parts,
    ledger: parts,
    ledgerAudit: parts,
    remover: parts,
    wordIndexer: parts,
    storeState: parts,
    visibleTimes: parts,
    ingestState: parts,
    spanMetrics: parts,
    spanMetricsStore: parts,
    facts: parts,
    reader: parts,
    analytics: parts,
    deadLetterCounter: parts,
    catalog: parts,
    savedQueries: parts,
    signer: parts,
  });
  const stats = () => ({ fileBytes: 0, usedBytes: 0 });
  const deadLetterStats = () => ({ bytes: 0, removed: { age: 0, bytes: 0 } });
  const log = { stats, deadLetterStats };
  registerEmbeddedLogMetrics(runtime.registry, log, { maxBytes: 1, minFreeBytes: 1 });
  registerDataDirectoryMetrics(runtime.registry, '.');
  createLogReport(runtime);
  return { registry: runtime.registry, routes: [] };
}

type Runtime = ReturnType<typeof createRuntime>;

function createRuntime(service: string, dependencies: readonly string[]) {
  const registry = createRegistry(service);
  createStalledClients({ registry, clock, logger });
  void openSelfTracing(service, { config, registry, lifecycle: parts, logger }); // tracing is off, so this resolves immediately
  return { registry, health: createHealth({ dependencies }), clock, logger };
}

function served(routes: readonly Route[], { registry, health }: Runtime): ServiceParts {
  createHttpApp({ routes, health, registry, logger });
  return { registry, routes };
}
