import {
  type CatalogAddress,
  migrateCatalog,
  type OpenCatalog,
  openCatalog,
} from '@spanhouse/catalog';
import type { Lifecycle, SelfTracer, TokenSigner } from '@spanhouse/service-runtime';
import type { ServiceFacts } from '@spanhouse/trace-query';
import type { ClickHouseClusterConfig } from '@spanhouse/trace-store/clickhouse-config';
import { nextLogGeneration } from '@spanhouse/trace-store/migrations';
import { createStoredPositions } from '@spanhouse/trace-store/writer';
import { Registry } from 'prom-client';
import { type AllInOne, createAllInOne } from './app.js';
import type { Surroundings } from './data-directory.js';
import { openSpanLog, type SpanLog } from './open-span-log.js';
import type { Stores } from './open-stores.js';

/**
 * A log and a catalog with the services that use them. A promotion replaces one form with another; the store stays the
 * same.
 */
export interface Form extends AllInOne {
  readonly log: SpanLog;
  readonly catalogAddress: CatalogAddress;
  /** Closes the consumer, the log and the catalog. MAY be called more than once. */
  close(): Promise<void>;
}

/** Parts that all forms of a process share. */
export interface SharedParts {
  readonly store: ClickHouseClusterConfig;
  readonly stores: Stores;
  readonly signer: TokenSigner;
  readonly facts: () => ServiceFacts;
  readonly tracer: SelfTracer | undefined;
}

/** The open catalog of a form, the options with which it was opened, and the scope that closes it. */
export interface FormCatalog {
  readonly options: Surroundings;
  readonly scope: ReturnType<typeof openScope>;
  readonly opened: Awaited<ReturnType<typeof openMigratedCatalog>>;
}

/** Opens the catalog that the settings describe. Closing the form also closes the catalog. */
export async function openFormCatalog(process: Surroundings): Promise<FormCatalog> {
  const scope = openScope(process.lifecycle);
  // The form's metrics have a separate registry, so that they disappear with the form. Scrapes show them together with
  // the metrics of the process.
  const registry = Registry.merge([process.registry]) as typeof process.registry;
  const options = { ...process, registry, lifecycle: scope.lifecycle };
  return { options, scope, opened: await openMigratedCatalog(options) };
}

/**
 * Opens the log that the settings describe, and creates the services. Does not open ports or start the consumer. A new
 * log gets a generation of at least `minGeneration`.
 */
export async function openForm(
  { options, scope, opened }: FormCatalog,
  { store, stores, ...shared }: SharedParts,
  minGeneration?: number,
): Promise<Form> {
  const { config, catalogPath, lifecycle, logger } = options;
  // A new log gets a generation above that of every stored row, so the store is opened before the log.
  const generationForNewLog = async () =>
    Math.max(minGeneration ?? 1, await nextLogGeneration(store, { logger }));
  const storedPositions = createStoredPositions(store, { logger });
  const log = await openSpanLog({
    ...options,
    generationForNewLog,
    storedPositions,
    minGeneration,
  });
  const services = createAllInOne({ ...options, ...stores, ...opened, ...shared, log });
  lifecycle.onClose('consumer', () => services.consumer.close());
  services.consumer.failed.catch(lifecycle.fail);
  return {
    ...services,
    log,
    catalogAddress: config.CATALOG_URL ?? { dialect: 'sqlite', path: catalogPath },
    close: () => scope.close(),
  };
}

/** Creates a separate lifecycle. Its resources close only when `close` is called. */
function openScope(lifecycle: Lifecycle) {
  const closers: (() => Promise<void> | void)[] = [];
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      await next();
    }
  };
  const scoped: Lifecycle = { ...lifecycle, onClose: (_name, close) => void closers.push(close) };
  return {
    lifecycle: scoped,
    /** Closes everything that was opened with `lifecycle`, in reverse order. MAY be called more than once. */
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}

/**
 * Migrates and opens the catalog at CATALOG_URL. If CATALOG_URL is not set, uses the catalog in the data directory.
 * Rejects if the catalog is unreachable or was migrated by a newer version.
 */
async function openMigratedCatalog({
  config,
  catalogPath,
  lifecycle,
  logger,
}: Surroundings): Promise<OpenCatalog> {
  const embedded: CatalogAddress = { dialect: 'sqlite', path: catalogPath };
  const address = config.CATALOG_URL ?? embedded;
  await migrateCatalog(address, { logger });
  const opened = openCatalog(address, { logger });
  lifecycle.onClose('catalog', () => opened.catalog.close());
  return opened;
}
