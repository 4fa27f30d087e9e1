import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '@spanhouse/embedded-clickhouse';
import type { Clock, Lifecycle, Logger } from '@spanhouse/service-runtime';
import type {
  ClickHouseClusterConfig,
  TraceReaderConfig,
} from '@spanhouse/trace-store/clickhouse-config';
import { applyMigrations } from '@spanhouse/trace-store/migrations';
import type { AllInOneConfig } from './config.js';

/** What ClickHouse needs. The lifecycle stops an embedded server, and fails when that server ends by itself. */
export interface OpenClickHouseOptions {
  readonly config: AllInOneConfig;
  /** The folder of the embedded server. */
  readonly clickhousePath: string;
  readonly lifecycle: Pick<Lifecycle, 'onClose' | 'fail'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/**
 * Migrates the server at CLICKHOUSE_URL, or starts and migrates an embedded one if that is not set.
 * Resolves to the configuration with which the stores reach it.
 */
export async function openClickHouse(
  options: OpenClickHouseOptions,
): Promise<ClickHouseClusterConfig & TraceReaderConfig> {
  const { config, clock, logger } = options;
  const url = config.CLICKHOUSE_URL ?? (await startEmbedded(options)).url;
  const reachable = { ...config, CLICKHOUSE_URL: url };
  await applyMigrations(reachable, { clock, logger });
  return reachable;
}

async function startEmbedded(options: OpenClickHouseOptions): Promise<EmbeddedClickHouse> {
  const { clickhousePath, lifecycle, logger } = options;
  const clickhouse = await startEmbeddedClickHouse({ dataDir: clickhousePath, logger });
  lifecycle.onClose('clickhouse', () => clickhouse.close());
  clickhouse.failed.catch(lifecycle.fail);
  return clickhouse;
}
