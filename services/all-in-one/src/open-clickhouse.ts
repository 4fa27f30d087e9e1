import {
  clickhouseSettings,
  type EmbeddedClickHouse,
  startEmbeddedClickHouse,
} from '@spanhouse/embedded-clickhouse';
import type {
  ClickHouseClusterConfig,
  TraceReaderConfig,
} from '@spanhouse/trace-store/clickhouse-config';
import { applyMigrations, type CarryOverProgress } from '@spanhouse/trace-store/migrations';
import type { Surroundings } from './data-directory.js';

/**
 * Migrates the server at CLICKHOUSE_URL. If CLICKHOUSE_URL is not set, starts and migrates an embedded server. Resolves
 * with the configuration that the stores need to connect to the server.
 */
export async function openClickHouse({
  onProgress,
  ...options
}: Surroundings & {
  /** Reports the progress while rows of an earlier table layout are copied. */
  readonly onProgress: (progress: CarryOverProgress) => void;
}): Promise<ClickHouseClusterConfig & TraceReaderConfig> {
  const { config, clock, logger } = options;
  const { CLICKHOUSE_URL: external } = config;
  const settings =
    external === undefined
      ? clickhouseSettings(await startEmbedded(options))
      : { CLICKHOUSE_URL: external };
  const reachable = { ...config, ...settings };
  await applyMigrations(reachable, { clock, logger, onProgress });
  return reachable;
}

/** Starts the embedded server. The lifecycle stops the server, and fails if the server exits unexpectedly. */
async function startEmbedded({
  clickhousePath,
  lifecycle,
  logger,
}: Surroundings): Promise<EmbeddedClickHouse> {
  const clickhouse = await startEmbeddedClickHouse({ dataDir: clickhousePath, logger });
  lifecycle.onClose('clickhouse', () => clickhouse.close());
  clickhouse.failed.catch(lifecycle.fail);
  return clickhouse;
}
