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
import { createKafkaSpanPublisher } from '@spanhouse/span-log/kafka-publisher';
import { traceSpanPublisher } from '@spanhouse/span-log/trace-span-publisher';
import { createIngestGateway } from './app.js';
import { gatewayProcessConfigFields, toIngestLimits } from './config.js';
import type { OtlpGrpc } from './grpc/otlp-grpc.js';

requireNodeVersion();
const config = exitOnConfigError(() => {
  const loaded = loadConfig(gatewayProcessConfigFields, process.env);
  refuseOpenModeOffLoopback(loaded);
  return loaded;
});
const logger = createLogger({ level: config.LOG_LEVEL, service: 'ingest-gateway' });
const registry = createRegistry('ingest-gateway');
const health = createHealth({ dependencies: ['catalog', 'span_log'] });
const lifecycle = createLifecycle({
  logger,
  health,
  shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
  drainDelayMs: config.SHUTDOWN_DRAIN_DELAY_MS,
});
const stopping = new AbortController();

await lifecycle.run(async () => {
  const tracer = await openSelfTracing('ingest-gateway', { config, registry, lifecycle, logger });
  const { catalog } = openCatalog(config.CATALOG_URL, {
    logger: logger.child({ component: 'catalog' }),
  });
  lifecycle.onClose('catalog', () => catalog.close());
  const publisher = new DeferredSpanPublisher();
  lifecycle.onClose('span log', () => publisher.close());

  const metrics = createAuthenticationMetrics(registry);
  const authenticator = createAuthenticator(config, { catalog, clock, health, logger, metrics });
  const { routes, otlpGrpc } = createIngestGateway({
    publisher: traceSpanPublisher(publisher, tracer),
    ...{ authenticator, clock, health, registry, logger, tracer },
    signer: createTokenSigner(config.TOKEN_SECRET),
    limits: toIngestLimits(config),
  });
  const app = createHttpApp({ routes, health, registry, logger, tracer });
  const listener = await listen(app, { host: config.HTTP_HOST, port: config.HTTP_PORT });
  lifecycle.onClose('http', () => listener.close());
  await listenForGrpc(otlpGrpc);
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

/** A collector beside it may have the port that exporters use by default: OTLP is on HTTP_PORT as well. */
async function listenForGrpc(otlpGrpc: OtlpGrpc): Promise<void> {
  if (config.OTLP_GRPC_PORT === 0) return;
  try {
    const address = { host: config.HTTP_HOST, port: config.OTLP_GRPC_PORT };
    const listener = await otlpGrpc.listen(address);
    lifecycle.onClose('otlp grpc', () => listener.close());
    logger.info({ address: listener.address }, 'listening for OTLP over gRPC');
  } catch (err) {
    logger.warn({ err }, 'OTLP_GRPC_PORT cannot be had, OTLP is served over HTTP only');
  }
}
