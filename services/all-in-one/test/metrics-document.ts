import type { Registry } from '@spanhouse/service-runtime';
import { type DeclaredMetric, describeLabel, isOfNode } from './metric-labels.js';
import { createServiceRegistries } from './service-registries.js';

const HEAD = `# Metrics

Written by \`npm run docs:metrics\` from the code of the services; a test compares. \`/metrics\` of every process has its own; the all-in-one has those of all three services in one place.

Labels are closed sets: no project, key, trace, path or message is one. A counter whose labels are listed here with their values is there, at 0, from the start. \`http_request_duration_seconds\` and \`grpc_request_duration_seconds\` count every request: rate, errors (\`status\`) and duration of each endpoint.

What is written as *received = dropped + published + failed* (gateway) and *received = written + dead-lettered + discarded + pending* (consumer) adds up, and tests check it.

The \`spanhouse_clickhouse_*\` are read from the system tables of ClickHouse (of a cluster: the sums over its servers, and of what is no sum the worst), at a scrape, at most every ten seconds and within five; only by the consumer that owns partition 0, so that one process shows them. Where that consumer cannot read them, only \`spanhouse_clickhouse_state_up\` is there.

API keys have no expiry, and no service is configured with a certificate file: neither has a metric. A consumer that is not running exports nothing: what tells of it is \`up\`, and what the gateways publish against what the consumers write.
`;

/** Of every process, each once, sorted by name. */
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
    ...{ name, help, type: String(type) },
    labels: declared[index]?.labelNames ?? [],
    series: values.map(({ labels }) => labels as Record<string, string>),
    services: [],
  }));
}

/** The whole of docs/metrics.md. */
export async function metricsDocument(): Promise<string> {
  const metrics = await declaredMetrics();
  return [
    HEAD,
    '## Of Spanhouse\n',
    tableOf(metrics.filter((metric) => !isOfNode(metric))),
    '',
    '## Of every Node process\n',
    tableOf(metrics.filter(isOfNode)),
    '',
  ].join('\n');
}

function tableOf(metrics: readonly DeclaredMetric[]): string {
  const rows = metrics.map((metric) => {
    const labels = metric.labels.map((label) => describeLabel(metric, label)).join('; ');
    const services = metric.services.length === 4 ? 'all' : metric.services.join(', ');
    return `| \`${metric.name}\` | ${metric.type} | ${labels || '–'} | ${services} | ${metric.help} |`;
  });
  return [
    '| metric | type | labels | exported by | meaning |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}
