export interface DeclaredMetric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Label values that it has before anything happened. */
  readonly series: readonly Readonly<Record<string, string>>[];
  readonly services: readonly string[];
}

interface LabelSet {
  readonly meaning: string;
  readonly values: RegExp;
}

const HTTP_METHODS = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT, other';
const GRPC_EXPORT = 'opentelemetry.proto.collector.trace.v1.TraceService/Export';
const TABLES = 'spans, trace_index, tombstones, dead_letters, attribute_shapes, schema_migrations';

/** Labels of which no series, or not all, are there from the start. */
const LABELS: Readonly<Record<string, LabelSet>> = {
  'http_request_duration_seconds method': listed(HTTP_METHODS),
  'http_request_duration_seconds route': {
    meaning: 'template of the route, or unknown',
    values: /^(?:unknown|(?:\/(?::?[a-z_.\d]+|))+)$/,
  },
  'http_request_duration_seconds status': { meaning: 'HTTP status', values: /^[1-5]\d\d$/ },
  'grpc_request_duration_seconds method': listed(`/${GRPC_EXPORT}`),
  'grpc_request_duration_seconds status': {
    meaning: 'name of the gRPC status',
    values: /^[A-Z_]+$/,
  },
  'spanhouse_build_info service': listed('ingest-gateway, span-consumer, trace-query, all-in-one'),
  'spanhouse_build_info version': { meaning: 'of Spanhouse', values: /^\d+\.\d+\.\d+/ },
  'spanhouse_build_info node_version': { meaning: 'of Node', values: /^v\d+\.\d+\.\d+/ },
  'spanhouse_consumer_lag_records partition': partition(),
  'spanhouse_consumer_lag_seconds partition': partition(),
  'spanhouse_clickhouse_parts table': listed(TABLES),
  'spanhouse_clickhouse_partition_parts_max table': listed(TABLES),
  'spanhouse_clickhouse_rows table': listed(TABLES),
  'spanhouse_clickhouse_bytes_on_disk table': listed(TABLES),
  'spanhouse_dependency_up dependency': listed('catalog, clickhouse, span_log'),
  'spanhouse_rate_limited_requests_total class': listed('ingest, otlp, query'),
};

/** Added by every histogram. */
const OF_HISTOGRAMS = new Set(['le']);

/** Their labels are Node's: versions, heap spaces, classes of handles. */
export function isOfNode({ name }: DeclaredMetric): boolean {
  return /^(?:process|nodejs)_/.test(name);
}

export function describeLabel(metric: DeclaredMetric, label: string): string {
  if (isOfNode(metric)) return `\`${label}\``;
  const meaning =
    LABELS[`${metric.name} ${label}`]?.meaning ?? initialValues(metric, label).join(', ');
  return `\`${label}\`: ${meaning}`;
}

/** Whether the metric may have this value: one that is listed, or is there from the start. */
export function isKnownValue(metric: DeclaredMetric, label: string, value: string): boolean {
  if (OF_HISTOGRAMS.has(label) || isOfNode(metric)) return true;
  const set = LABELS[`${metric.name} ${label}`];
  return set === undefined ? initialValues(metric, label).includes(value) : set.values.test(value);
}

/** Labels whose values nobody knows. */
export function openLabels(metric: DeclaredMetric): readonly string[] {
  if (isOfNode(metric)) return [];
  return metric.labels.filter(
    (label) =>
      LABELS[`${metric.name} ${label}`] === undefined && initialValues(metric, label).length === 0,
  );
}

function initialValues({ series }: DeclaredMetric, label: string): readonly string[] {
  return [...new Set(series.flatMap((labels) => labels[label] ?? []))];
}

function listed(values: string): LabelSet {
  const escaped = values.split(', ').map((value) => value.replaceAll('.', '\\.'));
  return { meaning: values, values: new RegExp(`^(?:${escaped.join('|')})$`) };
}

function partition(): LabelSet {
  return { meaning: 'number of a partition of the log', values: /^\d{1,5}$/ };
}
