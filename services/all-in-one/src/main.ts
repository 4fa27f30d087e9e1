import { randomBytes } from 'node:crypto';
import {
  systemClock as clock,
  createHealth,
  createLifecycle,
  createLogger,
  createRegistry,
  createTokenSigner,
  exitOnConfigError,
  type Listener,
  listen,
  loadConfig,
  openSelfTracing,
  refuseOpenModeOffLoopback,
  requireNodeVersion,
} from '@spanhouse/service-runtime';
import { nextLogGeneration } from '@spanhouse/trace-store/migrations';
import { announce } from './announcement.js';
import { createAllInOne } from './app.js';
import { allInOneConfigFields, requireExternalCluster, requireSharedSecret } from './config.js';
import { loadTokenSecret, openDataDirectory } from './data-directory.js';
import { registerDataDirectoryMetrics } from './metrics.js';
import { openMigratedCatalog } from './open-catalog.js';
import { openClickHouse } from './open-clickhouse.js';
import { openSpanLog } from './open-span-log.js';
import { openStores } from './open-stores.js';

requireNodeVersion();
const { config, directory } = exitOnConfigError(() => {
  const loaded = loadConfig(allInOneConfigFields, process.env);
  refuseOpenModeOffLoopback(loaded);
  requireSharedSecret(loaded);
  requireExternalCluster(loaded);
  return { config: loaded, directory: openDataDirectory(loaded.DATA_DIR) };
});
const logger = createLogger({ level: config.LOG_LEVEL, service: 'all-in-one' });
const registry = createRegistry('all-in-one');
const health = createHealth({ dependencies: ['catalog', 'clickhouse', 'span_log'] });
const lifecycle = createLifecycle({
  logger,
  health,
  shutdownTimeoutMs: config.SHUTDOWN_TIMEOUT_MS,
  drainDelayMs: config.SHUTDOWN_DRAIN_DELAY_MS,
});
const runtime = { config, lifecycle, registry, clock, logger };

registerDataDirectoryMetrics(registry, directory.path);

await lifecycle.run(async () => {
  const tracer = await openSelfTracing('all-in-one', { config, registry, lifecycle, logger });
  say('Opening the catalog …');
  const { catalog, savedQueries } = await openMigratedCatalog({ ...runtime, ...directory });
  health.reached('catalog');
  say('Starting ClickHouse …');
  const store = await openClickHouse({ ...runtime, ...directory });
  health.reached('clickhouse');
  say('Opening the span log …');
  const generationForNewLog = () => nextLogGeneration(store, { logger });
  const log = await openSpanLog({ ...runtime, ...directory, generationForNewLog });
  health.reached('span_log');

  const stores = openStores(store, { ...runtime, tracer });
  const signer = createTokenSigner(config.TOKEN_SECRET ?? loadTokenSecret(directory));
  const services = { log, ...stores, catalog, savedQueries, signer, health, tracer };
  const { http, otlpGrpc, consumer } = createAllInOne({ ...runtime, ...services });
  lifecycle.onClose('consumer', () => consumer.close());
  consumer.failed.catch(lifecycle.fail);
  await consumer.start();

  const listener = await listen(http, { host: config.HTTP_HOST, port: config.HTTP_PORT });
  lifecycle.onClose('http', () => listener.close());
  say(
    announce({
      apiUrl: listener.address,
      otlpUrl: await listenForOtlp('OTLP_HTTP_PORT', (address) => listen(http, address)),
      otlpGrpcUrl: await listenForOtlp('OTLP_GRPC_PORT', otlpGrpc.listen),
      needsKey: config.AUTH_MODE === 'keys',
      clickhouseUrl: store.CLICKHOUSE_URL,
      dataDir: directory.path,
      traceId: randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      now: new Date().toISOString(),
    }),
  );
});

/** Another collector may have a port that OpenTelemetry exporters use by default: no reason to stop. */
async function listenForOtlp(
  setting: 'OTLP_HTTP_PORT' | 'OTLP_GRPC_PORT',
  open: (address: { readonly host: string; readonly port: number }) => Promise<Listener>,
): Promise<string | undefined> {
  if (config[setting] === 0) return undefined;
  try {
    const listener = await open({ host: config.HTTP_HOST, port: config[setting] });
    lifecycle.onClose(setting, () => listener.close());
    return listener.address;
  } catch (err) {
    logger.warn({ err, setting }, 'port for OTLP cannot be had, HTTP_PORT takes OTLP/HTTP as well');
    return undefined;
  }
}

/** For the person at the terminal; the log is for machines. */
function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
