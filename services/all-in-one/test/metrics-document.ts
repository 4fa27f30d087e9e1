import type { Registry } from '@spanhouse/service-runtime';
import { type DeclaredMetric, describeLabel, isOfNode } from './metric-labels.js';
import { createServiceRegistries } from './service-registries.js';

/**
 * Matches metrics that exist only for a log in Kafka. The embedded log never drops an unread message or loses an
 * offset.
 */
export const kafkaMetrics =
  /spanhouse_log_(?:unread_age_seconds|retention_seconds|expired_offsets_total)/;

const head = `# Metrics

\`npm run docs\` generates this document from the code of the services, and a test checks that it is up to date. Every process exports its metrics at \`/metrics\`. The all-in-one process exports the metrics of the gateway, the consumer and the query service. The prober is a separate process.

The values of every label are a closed set: no label contains a project, key, trace, path or message. If this document lists the label values of a counter, the counter exists with the value 0 when the process starts. \`http_request_duration_seconds\` and \`grpc_request_duration_seconds\` count every request. They give the rate, the errors (\`status\`) and the duration of each endpoint.

Three equations always hold, and tests check them: *received = dropped + published + failed* (gateway), *received = written + dead-lettered + discarded + pending* (consumer), and for each door *accepted writes × read paths = ended checks + pending checks* (prober).

The metrics \`spanhouse_clickhouse_*\` come from the system tables of ClickHouse. A scrape reads these tables at most every ten seconds, with a timeout of five seconds. Only the consumer that owns partition 0 reads them, so only one process exports these metrics. For a cluster, they are sums over its servers, or the worst value if a sum has no meaning. If the consumer cannot read them, it exports only \`spanhouse_clickhouse_state_up\`.

There is no metric for the expiry of keys or certificates, because API keys do not expire and no service has a certificate file. A consumer that is not running exports no metrics. To detect it, use \`up\`, or compare the spans that the gateways publish with the spans that the consumers write.
`;

/** Returns the metrics of all processes without duplicates, sorted by name. */
export async function declaredMetrics(): Promise<readonly DeclaredMetric[]> {
  const byName = new Map<string, DeclaredMetric>();
  for (const [service, { registry }] of Object.entries(createServiceRegistries())) {
    for (const metric of await metricsOf(registry)) {
      const services = [...(byName.get(metric.name)?.services ?? []), service];
      byName.set(metric.name, { ...metric, services });
    }
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function metricsOf(registry: Registry) {
  const described = await registry.getMetricsAsJSON();
  const declared = registry.getMetricsAsArray() as unknown as readonly { labelNames: string[] }[];
  return described.map(({ name, help, type, values = [] }, index) => ({
    name,
    help,
    type: String(type),
    labels: declared[index]?.labelNames ?? [],
    series: values.map(({ labels }) => labels as Record<string, string>),
    services: [],
  }));
}

const processCount = Object.keys(createServiceRegistries()).length;

/** Returns the content of docs/metrics.md. */
export async function metricsDocument(): Promise<string> {
  const metrics = await declaredMetrics();
  return [
    head,
    '## Metrics of Spanhouse\n',
    tableOf(metrics.filter((metric) => !isOfNode(metric))),
    '',
    '## Metrics of every Node process\n',
    tableOf(metrics.filter(isOfNode)),
    '',
  ].join('\n');
}

function tableOf(metrics: readonly DeclaredMetric[]): string {
  const rows = metrics.map((metric) => {
    const labels = metric.labels.map((label) => describeLabel(metric, label)).join('; ');
    const services = metric.services.length === processCount ? 'all' : metric.services.join(', ');
    return `| \`${metric.name}\` | ${metric.type} | ${labels || '–'} | ${services} | ${metric.help} |`;
  });
  return [
    '| metric | type | labels | exported by | meaning |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
