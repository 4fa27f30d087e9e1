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
import type { CarryOverProgress } from '@spanhouse/trace-store/migrations';
import { announce, type OptionalPort } from './announcement.js';
import { answerWhileStarting } from './answer-while-starting.js';
import {
  type AllInOneConfig,
  allInOneConfigFields,
  requireExternalCluster,
  requireSharedSecret,
} from './config.js';
import { loadTokenSecret, openDataDirectory } from './data-directory.js';
import { registerDataDirectoryMetrics } from './metrics.js';
import { openClickHouse } from './open-clickhouse.js';
import { type Form, openForm, openFormCatalog } from './open-form.js';
import { openPromotion } from './open-promotion.js';
import { openStores } from './open-stores.js';
import { generationAfter, requireUnconfirmed, settingsOfForm } from './promotion/form-settings.js';
import { HeldApp } from './promotion/held-app.js';
import { openPromotionFiles } from './promotion/promotion-files.js';
import { explainDataFailure } from './start-failure.js';

// Only this user can read the files that the process writes, including the log and the catalog.
process.umask(0o077);

// Every setting is checked before anything is opened, so that an invalid setting leaves no files behind.
const service = bootService('all-in-one', {
  env: process.env,
  configFields: allInOneConfigFields,
  checkConfig: refuseUnsafeConfig,
  dependencies: ['catalog', 'clickhouse', 'span_log'],
});
const { config, clock, logger, registry, health, lifecycle } = service;
const directory = exitOnConfigError(() => openDataDirectory(config.DATA_DIR, logger));

registerDataDirectoryMetrics(registry, directory.path);

/** The terminal shows progress in steps of this size, in percent. */
const REPORTED_PERCENT = 10;

await service.run(start, explainDataFailure(directory.path));

async function start(tracer: SelfTracer | undefined): Promise<void> {
  const lock = lockDirectory(directory.path);
  lifecycle.onClose('data directory', () => lock.release());
  const files = openPromotionFiles(directory.path);
  const state = files.readState();
  requireUnconfirmed(state);
  const starting = await listenWhileStarting();
  say('Opening the catalog …');
  const surroundings = { ...service, ...directory };
  const { form = 'embedded', target } = state ?? {};
  const formConfig = settingsOfForm(form, { config, target });
  const catalog = await openFormCatalog({ ...surroundings, config: formConfig });
  health.reached('catalog');
  say('Starting ClickHouse …');
  const onProgress = starting.showProgress;
  const store = await openClickHouse({ ...surroundings, onProgress });
  health.reached('clickhouse');
  say('Opening the span log …');
  const stores = openStores(store, { ...surroundings, tracer });
  const signer = createTokenSigner(...(config.TOKEN_SECRET ?? [loadTokenSecret(directory)]));
  let facts = toServiceFacts(config);
  const shared = { store, stores, signer, facts: () => facts, tracer };
  const current = { form: await openForm(catalog, shared, generationAfter(state)) };
  health.reached('span_log');
  // The lifecycle closes its parts in reverse order: first the ports, then the consumer, then their dependencies.
  lifecycle.onClose('services', () => current.form.close());
  await current.form.consumer.start();

  await starting.close();
  const held = new HeldApp(current.form.http, clock);
  const listener = await service.listen(held.handle);
  const grpc = createGrpcPort(current);
  const otlp = {
    otlpHttp: await listenForOtlp('OTLP_HTTP_PORT', (to) => service.listen(held.handle, to)),
    otlpGrpc: await listenForOtlp('OTLP_GRPC_PORT', grpc.listen),
  };
  lifecycle.onClose('tails', () => current.form.endTails());
  openPromotion({ process: surroundings, shared, files, held, grpc, current });
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

/** Creates the port for OTLP over gRPC, which reopens with the same number after a form change. */
function createGrpcPort(current: { readonly form: Form }) {
  let address: ListenAddress | undefined;
  let listener: Listener | undefined;
  lifecycle.onClose('otlp grpc', async () => listener?.close());
  return {
    async listen({ host, port }: ListenAddress): Promise<Listener> {
      listener = await current.form.otlpGrpc.listen({ host, port });
      address = { host, port: listener.port };
      return listener;
    },
    async close(): Promise<void> {
      await listener?.close();
      listener = undefined;
    },
    async open(form: Form): Promise<void> {
      listener = address && (await form.otlpGrpc.listen(address));
    },
  };
}

/** Returns the addresses from the settings together with the addresses on which this process listens. */
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

/**
 * Throws a ConfigError if the settings allow strangers to use the process, or if a combination of embedded parts and
 * servers requires a missing setting.
 */
function refuseUnsafeConfig(loaded: AllInOneConfig): void {
  refuseUnsafeOpenMode(loaded);
  requireSharedSecret(loaded);
  requireExternalCluster(loaded);
}

/**
 * Opens the port before ClickHouse starts, so that clients can see the progress of the startup. Rejects like
 * `service.listen` if the port is in use.
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

/** Opens an OTLP port. If the port cannot be opened, the startup continues without it. */
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

/** Prints a line for the user on the terminal. The log, in contrast, is for machines. */
function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
