import { authenticatorConfigFields, catalogConfigFields } from '@spanhouse/catalog';
import { gatewayConfigFields, otlpGrpcConfigFields } from '@spanhouse/ingest-gateway/config';
import {
  authConfigFields,
  type Config,
  ConfigError,
  httpConfigFields,
  loggingConfigFields,
  shutdownConfigFields,
  tokenSecretConfigFields,
  tracingConfigFields,
} from '@spanhouse/service-runtime';
import { batchingConfigFields, removalConfigFields } from '@spanhouse/span-consumer/config';
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

const EXTERNAL_PARTS = ['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'CATALOG_URL'] as const;

export const allInOneConfigFields = {
  ...httpConfigFields,
  OTLP_HTTP_PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(4318)
    .describe('Second port, where OpenTelemetry exporters send by default; 0 = off'),
  ...otlpGrpcConfigFields,
  DATA_DIR: z.string().default('./.spanhouse').describe('Where the embedded parts keep their data'),
  ...authConfigFields,
  ...authenticatorConfigFields,
  TOKEN_SECRET: tokenSecretConfigFields.TOKEN_SECRET.optional().describe(
    'Signs receipts and cursors, the same on every replica; made in DATA_DIR when all parts are embedded',
  ),
  ...gatewayConfigFields,
  ...queryConfigFields,
  ...batchingConfigFields,
  ...removalConfigFields,
  ...embeddedLogConfigFields,
  ...kafkaConfigFields,
  KAFKA_BROKERS: kafkaConfigFields.KAFKA_BROKERS.optional().describe(
    'Kafka brokers, host:port, in place of the embedded log',
  ),
  ...clickhouseConfigFields,
  CLICKHOUSE_URL: clickhouseConfigFields.CLICKHOUSE_URL.optional().describe(
    'ClickHouse server, in place of the embedded one',
  ),
  ...clickhouseClusterConfigFields,
  ...traceReaderConfigFields,
  CATALOG_URL: catalogConfigFields.CATALOG_URL.optional().describe(
    'Catalog, in place of the embedded one: postgresql://…, or sqlite:<path>',
  ),
  ...loggingConfigFields,
  LOG_LEVEL: loggingConfigFields.LOG_LEVEL.unwrap()
    .default('warn')
    .describe('Least severe level that is logged'),
  ...shutdownConfigFields,
  ...tracingConfigFields,
};

export type AllInOneConfig = Config<typeof allInOneConfigFields>;

/** Throws a ConfigError when other processes must be able to read what this one signs, and could not. */
export function requireSharedSecret(config: AllInOneConfig): void {
  const external = EXTERNAL_PARTS.filter((name) => config[name] !== undefined);
  if (external.length > 0 && config.TOKEN_SECRET === undefined) {
    throw new ConfigError([`TOKEN_SECRET: is required beside ${external.join(', ')}`]);
  }
}

/** Throws a ConfigError when a cluster is named that cannot be reached: the embedded server is none. */
export function requireExternalCluster(config: AllInOneConfig): void {
  if (config.CLICKHOUSE_CLUSTER !== undefined && config.CLICKHOUSE_URL === undefined) {
    throw new ConfigError(['CLICKHOUSE_URL: is required beside CLICKHOUSE_CLUSTER']);
  }
  requireClusterServers(config);
}
