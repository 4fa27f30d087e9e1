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

/** A placeholder for any dependency. Creating a service does not call its dependencies. */
const parts = new Proxy(
  {},
  { get: (_target, name) => (name === 'then' ? undefined : parts) },
) as never;

/** A configuration that turns on every optional part that has metrics. */
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

/**
 * Returns the registry of each process, keyed by the process name in docs/metrics.md. Each registry is filled as in the
 * main.ts of the process.
 */
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
  const publisher = new InMemorySpanLog();
  const limits = toIngestLimits(config);
  return served(createIngestGateway(withParts(runtime, { publisher, limits })).routes, runtime);
}

function consumer(): ServiceParts {
  const runtime = createRuntime('span-consumer', ['clickhouse', 'span_log']);
  const subscription = new InMemorySpanLog().subscribe();
  const spanMetrics = { store: parts, offsets: parts, settings: config };
  createSpanConsumer(
    withParts(runtime, { subscription, spanMetrics, batching: config, upkeep: config }),
  );
  createLogReport(runtime);
  return served([], runtime);
}

function query(): ServiceParts {
  const runtime = createRuntime('trace-query', ['catalog', 'clickhouse', 'span_log']);
  createAuthenticationMetrics(runtime.registry);
  createLogReport(runtime);
  const { letters } = new InMemorySpanLog();
  const settings = toQuerySettings(config);
  return served(createTraceQuery(withParts(runtime, { letters, settings })).routes, runtime);
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
  const log = withParts(
    {},
    { publisher, subscription: publisher.subscribe(), letters: publisher.letters },
  );
  createAllInOne(withParts(runtime, { config, log }));
  const stats = () => ({ fileBytes: 0, usedBytes: 0 });
  const deadLetterStats = () => ({ bytes: 0, removed: { age: 0, bytes: 0 } });
  const limits = { maxBytes: 1, minFreeBytes: 1 };
  registerEmbeddedLogMetrics(runtime.registry, { stats, deadLetterStats }, limits);
  registerDataDirectoryMetrics(runtime.registry, '.');
  createLogReport(runtime);
  return { registry: runtime.registry, routes: [] };
}

const optional = new Set(['tracer', 'latestReceipt']);

/** Returns the dependencies of a service. Uses a placeholder for every required member that is missing. */
function withParts(runtime: object, given: object): never {
  const get = (target: object, name: string) =>
    Reflect.get(target, name) ?? (optional.has(name) ? undefined : parts);
  return new Proxy({ ...runtime, ...given }, { get }) as never;
}

type Runtime = ReturnType<typeof createRuntime>;

function createRuntime(service: string, dependencies: readonly string[]) {
  const registry = createRegistry(service);
  createStalledClients({ registry, clock, logger });
  // Tracing is off, so this resolves immediately.
  void openSelfTracing(service, { config, registry, lifecycle: parts, logger });
  return { registry, health: createHealth({ dependencies }), clock, logger };
}

function served(routes: readonly Route[], { registry, health }: Runtime): ServiceParts {
  createHttpApp({ routes, health, registry, logger });
  return { registry, routes };
}
