import { randomBytes } from 'node:crypto';
import { refuseUnsafeOpenMode } from '@spanhouse/api-kit';
import {
  bootService,
  createTokenSigner,
  exitOnConfigError,
  type Listener,
  listen,
  lockDirectory,
  type SelfTracer,
  toAppError,
} from '@spanhouse/service-runtime';
import type { ServiceFacts } from '@spanhouse/trace-query';
import { toServiceFacts } from '@spanhouse/trace-query/config';
import { type CarryOverProgress, nextLogGeneration } from '@spanhouse/trace-store/migrations';
import { createStoredPositions } from '@spanhouse/trace-store/writer';
import { announce, type OptionalPort } from './announcement.js';
import { answerWhileStarting } from './answer-while-starting.js';
import { createAllInOne } from './app.js';
import {
  type AllInOneConfig,
  allInOneConfigFields,
  requireExternalCluster,
  requireSharedSecret,
} from './config.js';
import { loadTokenSecret, openDataDirectory } from './data-directory.js';
import { registerDataDirectoryMetrics } from './metrics.js';
import { openMigratedCatalog } from './open-catalog.js';
import { openClickHouse } from './open-clickhouse.js';
import { openSpanLog } from './open-span-log.js';
import { openStores } from './open-stores.js';
import { explainDataFailure } from './start-failure.js';

// Only this user may read what any part of the process writes, from the log to the catalog.
process.umask(0o077);

// Every setting is checked before anything is opened, so that a wrong one leaves nothing behind.
const service = bootService('all-in-one', {
  env: process.env,
  configFields: allInOneConfigFields,
  checkConfig: refuseUnsafeConfig,
  dependencies: ['catalog', 'clickhouse', 'span_log'],
});
const { config, logger, registry, health, lifecycle } = service;
const directory = exitOnConfigError(() => openDataDirectory(config.DATA_DIR, logger));

registerDataDirectoryMetrics(registry, directory.path);

/** The terminal shows each further share of this size. */
const REPORTED_PERCENT = 10;

await service.run(start, explainDataFailure(directory.path));

async function start(tracer: SelfTracer | undefined): Promise<void> {
  const lock = lockDirectory(directory.path);
  lifecycle.onClose('data directory', () => lock.release());
  const starting = await listenWhileStarting();
  say('Opening the catalog …');
  const { catalog, savedQueries } = await openMigratedCatalog({ ...service, ...directory });
  health.reached('catalog');
  say('Starting ClickHouse …');
  const store = await openClickHouse({
    ...service,
    ...directory,
    onProgress: starting.showProgress,
  });
  health.reached('clickhouse');
  say('Opening the span log …');
  // A new log takes a generation above every stored row, so the store is opened before the log.
  const generationForNewLog = () => nextLogGeneration(store, { logger });
  const storedPositions = createStoredPositions(store, { logger });
  const positions = { generationForNewLog, storedPositions };
  const log = await openSpanLog({ ...service, ...directory, ...positions });
  health.reached('span_log');

  const stores = openStores(store, { ...service, ...directory, tracer });
  const signer = createTokenSigner(...(config.TOKEN_SECRET ?? [loadTokenSecret(directory)]));
  let facts = toServiceFacts(config);
  const known = { catalog, savedQueries, facts: () => facts };
  const services = { log, ...stores, ...known, signer, health, tracer };
  const { http, otlpGrpc, consumer, endTails } = createAllInOne({ ...service, ...services });
  // The lifecycle closes in the reverse order: first the ports, then the consumer, then what they use.
  lifecycle.onClose('consumer', () => consumer.close());
  consumer.failed.catch(lifecycle.fail);
  await consumer.start();

  await starting.close();
  const listener = await service.listen(http);
  const listenForGrpc = async (address: ListenAddress) => {
    const grpcListener = await otlpGrpc.listen(address);
    lifecycle.onClose('otlp grpc', () => grpcListener.close());
    return grpcListener;
  };
  const otlp = {
    otlpHttp: await listenForOtlp('OTLP_HTTP_PORT', (address) => service.listen(http, address)),
    otlpGrpc: await listenForOtlp('OTLP_GRPC_PORT', listenForGrpc),
  };
  lifecycle.onClose('tails', endTails);
  facts = { ...facts, ingest: ownAddresses(facts.ingest, listener.address, otlp) };
  say(
    announce({
      apiUrl: listener.address,
      servesUi: config.WEB_UI,
      ...otlp,
      needsKey: config.AUTH_MODE === 'keys',
      dataDir: directory.path,
      traceId: randomBytes(16).toString('hex'),
      spanId: randomBytes(8).toString('hex'),
      now: new Date().toISOString(),
    }),
  );
}

/** Completes the addresses of the settings with those where this process listens. */
function ownAddresses(
  { json, otlpHttp, otlpGrpc }: ServiceFacts['ingest'],
  api: string,
  ports: { readonly otlpHttp: OptionalPort; readonly otlpGrpc: OptionalPort },
): ServiceFacts['ingest'] {
  const urlOf = (port: OptionalPort) => (port.status === 'open' ? port.url : undefined);
  return {
    json: json ?? api,
    otlpHttp: otlpHttp ?? urlOf(ports.otlpHttp),
    otlpGrpc: otlpGrpc ?? urlOf(ports.otlpGrpc),
  };
}

/** Throws a ConfigError if the process would be open to strangers or would lack what a mixed set-up needs. */
function refuseUnsafeConfig(loaded: AllInOneConfig): void {
  refuseUnsafeOpenMode(loaded);
  requireSharedSecret(loaded);
  requireExternalCluster(loaded);
}

/**
 * Opens the port before ClickHouse starts, so that clients learn what the start is doing. Rejects as
 * `service.listen` does if the port is in use.
 */
async function listenWhileStarting() {
  let state = 'Spanhouse is starting.';
  let percent = -1;
  const address = { host: config.HTTP_HOST, port: config.HTTP_PORT };
  const { close } = await listen(
    answerWhileStarting(() => state),
    address,
  );
  const showProgress = ({ rows, allRows }: CarryOverProgress) => {
    const now = Math.floor((100 * rows) / Math.max(1, allRows));
    state = `Spanhouse is starting. It is copying ${allRows} spans to a new layout: ${now} %.`;
    if (now >= percent + REPORTED_PERCENT) {
      percent = now;
      say(`Copying ${allRows} spans to a new layout … ${now} %`);
    }
  };
  return { close, showProgress };
}

interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Opens an OTLP port. If another collector uses the port, the start continues. */
async function listenForOtlp(
  setting: 'OTLP_HTTP_PORT' | 'OTLP_GRPC_PORT',
  open: (address: ListenAddress) => Promise<Listener>,
): Promise<OptionalPort> {
  if (config[setting] === 0) {
    return { status: 'off' };
  }
  try {
    const listener = await open({ host: config.HTTP_HOST, port: config[setting] });
    return { status: 'open', url: listener.address };
  } catch (error) {
    const { message: reason } = toAppError(error, 'LISTEN_FAILED', 'cannot open the port');
    logger.info({ setting, reason }, 'cannot open an OTLP port');
    return { status: 'failed', setting, reason };
  }
}

/** Writes to the terminal for a person; the log is for machines. */
function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
