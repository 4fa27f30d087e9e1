import { createAuthenticator, openCatalog } from '@spanhouse/catalog';
import {
  systemClock as clock,
  createAuthenticationMetrics,
  createHealth,
  createHttpApp,
  createLifecycle,
  createLogger,
  createRegistry,
  createTokenSigner,
  exitOnConfigError,
  listen,
  loadConfig,
  openSelfTracing,
  reachDependency,
  refuseOpenModeOffLoopback,
  requireNodeVersion,
} from '@spanhouse/service-runtime';
import { DeferredSpanPublisher } from '@spanhouse/span-log/deferred-publisher';
import { createKafkaCommittedOffsets } from '@spanhouse/span-log/kafka-offsets';
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import { traceSpanPublisher } from '@spanhouse/span-log/trace-span-publisher';
import {
  createDeadLetterCounter,
  createTraceAnalytics,
  createTraceReader,
} from '@spanhouse/trace-store/reader';
import { createTraceQuery } from './app.js';
import { toQuerySettings, traceQueryConfigFields } from './config.js';
import { DeferredCommittedOffsets } from './query/deferred-committed-offsets.js';

requireNodeVersion();
const config = exitOnConfigError(() => {
  const loaded = loadConfig(traceQueryConfigFields, process.env);
  refuseOpenModeOffLoopback(loaded);
  return loaded;
});
const logger = createLogger({ level: config.LOG_LEVEL, service: 'trace-query' });
const registry = createRegistry('trace-query');
const health = createHealth({ dependencies: ['catalog', 'clickhouse', 'span_log'] });
const lifecycle = createLifecycle({
  logger,
  health,
  shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
  drainDelayMs: config.SHUTDOWN_DRAIN_DELAY_MS,
});
const stopping = new AbortController();

await lifecycle.run(async () => {
  const tracer = await openSelfTracing('trace-query', { config, registry, lifecycle, logger });
  const { catalog, savedQueries } = openCatalog(config.CATALOG_URL, {
    logger: logger.child({ component: 'catalog' }),
  });
  lifecycle.onClose('catalog', () => catalog.close());
  const store = { logger: logger.child({ component: 'trace-store' }), clock, tracer };
  const reader = createTraceReader(config, store);
  lifecycle.onClose('clickhouse', () => reader.close());
  const analytics = createTraceAnalytics(config, store);
  lifecycle.onClose('analytics', () => analytics.close());
  const deadLetters = createDeadLetterCounter(config, store);
  lifecycle.onClose('counter of dead letters', () => deadLetters.close());
  const offsets = new DeferredCommittedOffsets();
  lifecycle.onClose('span log', () => offsets.close());
  const publisher = new DeferredSpanPublisher();
  lifecycle.onClose('publisher', () => publisher.close());

  const metrics = createAuthenticationMetrics(registry);
  const authenticator = createAuthenticator(config, { catalog, clock, health, logger, metrics });
  const { routes } = createTraceQuery({
    ...{
      reader,
      analytics,
      deadLetters,
      offsets,
      publisher: traceSpanPublisher(publisher, tracer),
      authenticator,
      catalog,
      savedQueries,
      clock,
      health,
      registry,
    },
    signer: createTokenSigner(config.TOKEN_SECRET),
    settings: toQuerySettings(config),
  });
  const app = createHttpApp({ routes, health, registry, logger, tracer });
  const listener = await listen(app, { host: config.HTTP_HOST, port: config.HTTP_PORT });
  lifecycle.onClose('http', () => listener.close());
  lifecycle.onClose('waiting', () => stopping.abort());
  logger.info({ address: listener.address }, 'listening');

  const kafka = { config, clock, logger: logger.child({ component: 'span-log' }) };
  const reach = { health, clock, logger, signal: stopping.signal };
  const reachLog = (open: () => Promise<void>) => reachDependency('span_log', open, reach);
  await Promise.all([
    reachLog(async () => offsets.resolve(await createKafkaCommittedOffsets(kafka))),
    reachLog(async () => publisher.resolve(await createKafkaSpanPublisher(kafka))),
    reachDependency('clickhouse', () => reader.check(), reach),
    reachDependency('catalog', () => catalog.check(), reach),
  ]);
});
