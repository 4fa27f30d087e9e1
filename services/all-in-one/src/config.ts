import { authConfigFields, tokenSecretConfigFields } from '@spanhouse/api-kit';
import { authenticatorConfigFields, catalogConfigFields } from '@spanhouse/catalog';
import { gatewayConfigFields, otlpGrpcConfigFields } from '@spanhouse/ingest-gateway/config';
import {
  type Config,
  ConfigError,
  httpConfigFields,
  loggingConfigFields,
  shutdownConfigFields,
  tracingConfigFields,
} from '@spanhouse/service-runtime';
import {
  batchingConfigFields,
  countingConfigFields,
  upkeepConfigFields,
} from '@spanhouse/span-consumer/config';
import { embeddedLogConfigFields } from '@spanhouse/span-log/embedded-log-config';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import { queryConfigFields } from '@spanhouse/trace-query/config';
import {
  clickhouseClusterConfigFields,
  clickhouseConfigFields,
  requireClusterServers,
  traceReaderConfigFields,
} from '@spanhouse/trace-store/clickhouse-config';
import { z } from 'zod';

/** Settings that replace an embedded part with an external server, one setting per part. */
export const externalParts = ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'CATALOG_URL'] as const;

/**
 * All settings for `npm start`, including the settings of all three services. The settings for external servers are
 * optional.
 */
export const allInOneConfigFields = {
  ...httpConfigFields,
  OTLP_HTTP_PORT: httpConfigFields.HTTP_PORT.unwrap()
    .default(4318)
    .describe('Second port of the HTTP API; the default port of OTLP/HTTP exporters; 0 = off'),
  ...otlpGrpcConfigFields,
  DATA_DIR: z
    .string()
    .default('./.spanhouse')
    .describe('Directory in which the embedded parts store their data'),
  ...authConfigFields,
  ...authenticatorConfigFields,
  TOKEN_SECRET: tokenSecretConfigFields.TOKEN_SECRET.optional().describe(
    'Secret that signs receipts and cursors; every replica needs the same value. If it has two values, separated by a comma, the first value signs. If all parts are embedded, it is created in DATA_DIR',
  ),
  ...gatewayConfigFields,
  ...queryConfigFields,
  ...batchingConfigFields,
  ...upkeepConfigFields,
  ...countingConfigFields,
  ...embeddedLogConfigFields,
  ...kafkaConfigFields,
  KAFKA_BROKERS: kafkaConfigFields.KAFKA_BROKERS.optional().describe(
    'Kafka brokers as host:port, separated by commas; without them, npm start uses an embedded log',
  ),
  ...clickhouseConfigFields,
  CLICKHOUSE_URL: clickhouseConfigFields.CLICKHOUSE_URL.optional().describe(
    'URL of the ClickHouse server; without it, npm start starts an embedded server',
  ),
  ...clickhouseClusterConfigFields,
  ...traceReaderConfigFields,
  CATALOG_URL: catalogConfigFields.CATALOG_URL.optional().describe(
    'Address of the catalog: postgresql://… or sqlite:<path>; without it, npm start uses a catalog in DATA_DIR',
  ),
  ...loggingConfigFields,
  // The log appears on the user's terminal, so by default only warnings and errors are logged.
  LOG_LEVEL: loggingConfigFields.LOG_LEVEL.unwrap()
    .default('warn')
    .describe('Least severe level that is logged'),
  ...shutdownConfigFields,
  ...tracingConfigFields,
};

export type AllInOneConfig = Config<typeof allInOneConfigFields>;

/**
 * Throws a ConfigError if TOKEN_SECRET is not set although other processes may have to verify tokens that this process
 * issues.
 */
export function requireSharedSecret(config: AllInOneConfig): void {
  const external = externalParts.filter((name) => config[name] !== undefined);
  if (external.length > 0 && config.TOKEN_SECRET === undefined) {
    throw new ConfigError([`TOKEN_SECRET: is required with ${external.join(', ')}`]);
  }
}

/**
 * Throws a ConfigError if a ClickHouse cluster is configured without an external server, because the embedded server
 * has no cluster.
 */
export function requireExternalCluster(config: AllInOneConfig): void {
  if (config.CLICKHOUSE_CLUSTER !== undefined && config.CLICKHOUSE_URL === undefined) {
    throw new ConfigError(['CLICKHOUSE_URL: is required with CLICKHOUSE_CLUSTER']);
  }
  requireClusterServers(config);
}
