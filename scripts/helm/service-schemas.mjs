// Collects the configuration schema of each service.
import { kafkaConfigFields } from '../../packages/span-log/src/kafka-config.ts';
import { clickhouseConfigFields } from '../../packages/trace-store/src/clickhouse-config.ts';
import { allInOneConfigFields } from '../../services/all-in-one/src/config.ts';
import { gatewayProcessConfigFields } from '../../services/ingest-gateway/src/config.ts';
import { proberConfigFields } from '../../services/prober/src/config.ts';
import { migratorConfigFields } from '../../services/schema-migrator/src/config.ts';
import { consumerConfigFields } from '../../services/span-consumer/src/config.ts';
import { traceQueryConfigFields } from '../../services/trace-query/src/config.ts';

/** Configuration schema of each process, keyed by the component label of its pods. */
export const configSchemas = {
  'ingest-gateway': gatewayProcessConfigFields,
  'span-consumer': consumerConfigFields,
  'trace-query': traceQueryConfigFields,
  'schema-migrator': migratorConfigFields,
  prober: proberConfigFields,
  'all-in-one': allInOneConfigFields,
};

/** Variables that Node itself reads. */
export const ofNode = ['NODE_EXTRA_CA_CERTS'];

/** Variables that the chart sets from its own values in at least one value set. */
export const setByChart = [
  ...['LOG_LEVEL', 'HTTP_HOST', 'HTTP_PORT', 'OTLP_HTTP_PORT', 'OTLP_GRPC_PORT', 'DATA_DIR'],
  ...['SHUTDOWN_TIMEOUT_MS', 'AUTH_MODE', 'TOKEN_SECRET', 'ADMIN_KEY', 'CATALOG_URL'],
  ...['KAFKA_BROKERS', 'KAFKA_TOPIC', 'KAFKA_GROUP_ID', 'KAFKA_PARTITIONS', 'KAFKA_SSL'],
  ...['KAFKA_SASL_MECHANISM', 'KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD'],
  ...['CLICKHOUSE_URL', 'CLICKHOUSE_DATABASE', 'CLICKHOUSE_USER', 'CLICKHOUSE_PASSWORD'],
  ...['CLICKHOUSE_CLUSTER', 'CLICKHOUSE_SERVER_URLS', 'CLICKHOUSE_REPLICATED'],
  ...[
    'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
    'OTEL_EXPORTER_OTLP_HEADERS',
    'OTEL_TRACES_SAMPLER_ARG',
  ],
  ...['PROBE_WRITE_URL', 'PROBE_READ_URL', 'PROBE_OTLP_GRPC_URL', 'PROBE_API_KEY'],
];

/**
 * Variables that have no effect in the chart, because its processes need keys or listen on other addresses than
 * loopback.
 */
const withoutEffect = ['ALLOWED_HOSTS'];

/** Returns the schema of each free-form `settings`, keyed by its path in the values. */
export function settingsSchemas() {
  const shared = { ...kafkaConfigFields, ...clickhouseConfigFields };
  const without = (fields, left) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !left.includes(name)));
  const own = (component) =>
    without(configSchemas[component], [...setByChart, ...withoutEffect, ...Object.keys(shared)]);
  return {
    'kafka.settings': without(kafkaConfigFields, setByChart),
    'clickhouse.settings': without(clickhouseConfigFields, setByChart),
    'gateway.settings': own('ingest-gateway'),
    'consumer.settings': own('span-consumer'),
    'query.settings': own('trace-query'),
    'migrator.settings': own('schema-migrator'),
    'allInOne.settings': own('all-in-one'),
    'prober.settings': own('prober'),
  };
}
