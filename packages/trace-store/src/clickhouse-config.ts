import { type Config, ConfigError } from '@spanhouse/service-runtime';
import { z } from 'zod';

const positive = z.coerce.number().int().positive();

/**
 * Pattern of valid database names. The name must be validated because it becomes part of DDL statements, which cannot
 * contain bound values.
 */
const databaseName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const clickhouseConfigFields = {
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/ })
    .describe('ClickHouse server, its HTTP address: http://host:8123'),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(databaseName, 'must be letters, digits and underscores')
    .default('spanhouse')
    .describe('Database for the spans; the migrations create it'),
  CLICKHOUSE_USER: z.string().default('default').describe('ClickHouse user'),
  CLICKHOUSE_PASSWORD: z.string().default('').describe('Password of the ClickHouse user'),
  CLICKHOUSE_REQUEST_TIMEOUT_MS: positive
    .default(60_000)
    .describe('Maximum duration of one insert or one migration'),
};

const clusterName = /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/;

const urlList = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(z.url({ protocol: /^https?$/ })));

/** Additional settings for processes that connect to every server of a cluster. */
export const clickhouseClusterConfigFields = {
  CLICKHOUSE_CLUSTER: z
    .string()
    .regex(clusterName, 'must be letters, digits, underscores and hyphens')
    .optional()
    .describe('Name of a cluster in remote_servers; traces are distributed over its shards'),
  CLICKHOUSE_SERVER_URLS: urlList
    .optional()
    .describe(
      'HTTP addresses of every replica of every shard of CLICKHOUSE_CLUSTER, separated by commas',
    ),
  CLICKHOUSE_REPLICATED: z
    .stringbool()
    .default(true)
    .describe(
      'Uses replicated tables in CLICKHOUSE_CLUSTER, which need Keeper; false = one server per shard',
    ),
};

/** Settings for processes that count spans or serve the counts. */
export const spanMetricsConfigFields = {
  SPAN_METRICS: z
    .stringbool()
    .default(true)
    .describe(
      'Counts spans for the service graph and RED metrics under /span-metrics; spans that arrive while this is off are counted when it is on again',
    ),
};

/** Additional settings for processes that read spans. */
export const traceReaderConfigFields = {
  QUERY_DEADLINE_MS: positive
    .default(15_000)
    .describe('Maximum duration of a read, including all its statements'),
  QUERY_MAX_MEMORY_BYTES: positive
    .default(2_147_483_648)
    .describe('Maximum memory that ClickHouse may use for one statement of a read'),
};

export type ClickHouseConfig = Config<typeof clickhouseConfigFields>;

/** Settings for a single server at CLICKHOUSE_URL or for a cluster. */
export interface ClickHouseClusterConfig
  extends ClickHouseConfig,
    Partial<Config<typeof clickhouseClusterConfigFields>> {}

/** Throws a ConfigError if only one of CLICKHOUSE_CLUSTER and CLICKHOUSE_SERVER_URLS is set. */
export function requireClusterServers({
  CLICKHOUSE_CLUSTER: cluster,
  CLICKHOUSE_SERVER_URLS: urls,
}: Pick<ClickHouseClusterConfig, 'CLICKHOUSE_CLUSTER' | 'CLICKHOUSE_SERVER_URLS'>): void {
  if (cluster !== undefined && urls === undefined) {
    throw new ConfigError(['CLICKHOUSE_SERVER_URLS: is required with CLICKHOUSE_CLUSTER']);
  }
  if (cluster === undefined && urls !== undefined) {
    throw new ConfigError(['CLICKHOUSE_CLUSTER: is required with CLICKHOUSE_SERVER_URLS']);
  }
}

export interface TraceReaderConfig
  extends ClickHouseConfig,
    Config<typeof traceReaderConfigFields> {}
