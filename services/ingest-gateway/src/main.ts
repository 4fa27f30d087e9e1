import { createAuthenticator, openSqliteCatalog } from '@spanhouse/catalog';
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
  reachDependency,
  refuseOpenModeOffLoopback,
  requireNodeVersion,
} from '@spanhouse/service-runtime';
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import { createIngestGateway } from './app.js';
import { gatewayProcessConfigFields, toIngestLimits } from './config.js';
import { DeferredSpanPublisher } from './ingest/deferred-span-publisher.js';

requireNodeVersion();
const config = exitOnConfigError(() => {
  const loaded = loadConfig(gatewayProcessConfigFields, process.env);
  refuseOpenModeOffLoopback(loaded);
  return loaded;
});
const logger = createLogger({ level: config.LOG_LEVEL, service: 'ingest-gateway' });
const registry = createRegistry();
const health = createHealth({ dependencies: ['catalog', 'span_log'] });
const lifecycle = createLifecycle({
  logger,
  health,
  shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
  drainDelayMs: config.SHUTDOWN_DRAIN_DELAY_MS,
});
const stopping = new AbortController();

await lifecycle.run(async () => {
  const { path } = config.CATALOG_URL;
  const catalog = openSqliteCatalog({ path, logger: logger.child({ component: 'catalog' }) });
  lifecycle.onClose('catalog', () => catalog.close());
  const publisher = new DeferredSpanPublisher();
  lifecycle.onClose('span log', () => publisher.close());

  const metrics = createAuthenticationMetrics(registry);
  const authenticator = createAuthenticator(config, { catalog, clock, health, logger, metrics });
  const { routes } = createIngestGateway({
    ...{ publisher, authenticator, clock, health, registry, logger },
    signer: createTokenSigner(config.TOKEN_SECRET),
    limits: toIngestLimits(config),
  });
  const app = createHttpApp({ routes, health, registry, logger });
  const listener = await listen(app, { host: config.HTTP_HOST, port: config.HTTP_PORT });
  lifecycle.onClose('http', () => listener.close());
  lifecycle.onClose('waiting', () => stopping.abort());
  logger.info({ address: listener.address }, 'listening');

  const kafka = { config, clock, logger: logger.child({ component: 'span-log' }) };
  const reach = { health, clock, logger, signal: stopping.signal };
  await Promise.all([
    reachDependency(
      'span_log',
      async () => publisher.resolve(await createKafkaSpanPublisher(kafka)),
      reach,
    ),
    reachDependency('catalog', () => catalog.check(), reach),
  ]);
});
