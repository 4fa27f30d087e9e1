// What the images of others read from their environment, as far as our compose file says it. Kafka and Grafana make
// settings of any variable with their prefix: Kafka's are tried out, Grafana's are listed.
export const IMAGE_VARIABLES = {
  'apache/kafka': ['CLUSTER_ID', /^KAFKA_[A-Z_]+$/],
  'clickhouse/clickhouse-server': ['CLICKHOUSE_USER', 'CLICKHOUSE_PASSWORD'],
  postgres: ['POSTGRES_USER', 'POSTGRES_PASSWORD', 'POSTGRES_DB'],
  'nginxinc/nginx-unprivileged': [],
  'prom/prometheus': [],
  'grafana/grafana': [
    'GF_SECURITY_ADMIN_PASSWORD',
    'GF_ANALYTICS_REPORTING_ENABLED',
    'GF_ANALYTICS_CHECK_FOR_UPDATES',
    'GF_ANALYTICS_CHECK_FOR_PLUGIN_UPDATES',
    'GF_PLUGINS_PREINSTALL',
  ],
};

/** Variables that a mounted file takes from the environment: `from_env="NAME"`, `$NAME` in a line of its own value. */
export function variablesReadByFile(text) {
  return [...text.matchAll(/from_env="(\w+)"|: \$(\w+)$/gm)].map(([, xml, yaml]) => xml ?? yaml);
}
