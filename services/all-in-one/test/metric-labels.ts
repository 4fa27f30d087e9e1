export interface DeclaredMetric {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly labels: readonly string[];
  /** Labels of the series that exist from the start. */
  readonly series: readonly Readonly<Record<string, string>>[];
  readonly services: readonly string[];
}

interface LabelSet {
  readonly meaning: string;
  readonly values: RegExp;
}

const httpMethods = 'DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT, other';
const grpcExport = 'opentelemetry.proto.collector.trace.v1.TraceService/Export';
const tables =
  'spans, trace_index, tombstones, dead_letters, lost_messages, attribute_shapes, services, visible_times, span_metrics, removed_spans, message_ledger, removed_rows, schema_migrations';

/** Values of labels whose series do not all exist from the start. */
const labels: Readonly<Record<string, LabelSet>> = {
  'http_request_duration_seconds method': listed(httpMethods),
  'http_request_duration_seconds route': {
    meaning: 'template of the route, or unknown',
    values: /^(?:unknown|(?:\/(?::?[a-z_.\d]+|))+)$/,
  },
  'http_request_duration_seconds status': { meaning: 'HTTP status', values: /^[1-5]\d\d$/ },
  'grpc_request_duration_seconds method': listed(`/${grpcExport}`),
  'grpc_request_duration_seconds status': {
    meaning: 'name of the gRPC status',
    values: /^[A-Z_]+$/,
  },
  'spanhouse_build_info service': listed(
    'ingest-gateway, span-consumer, trace-query, prober, all-in-one',
  ),
  'spanhouse_build_info version': { meaning: 'of Spanhouse', values: /^\d+\.\d+\.\d+/ },
  'spanhouse_build_info node_version': { meaning: 'of Node', values: /^v\d+\.\d+\.\d+/ },
  'spanhouse_consumer_lag_records partition': partition(),
  'spanhouse_consumer_lag_seconds partition': partition(),
  'spanhouse_clickhouse_parts table': listed(tables),
  'spanhouse_clickhouse_partition_parts_max table': listed(tables),
  'spanhouse_clickhouse_rows table': listed(tables),
  'spanhouse_clickhouse_bytes_on_disk table': listed(tables),
  'spanhouse_dependency_up dependency': listed('catalog, clickhouse, span_log'),
  'spanhouse_rate_limited_requests_total class': listed('ingest, otlp, query'),
};

/** The label that Prometheus histograms add. */
const ofHistograms = new Set(['le']);

/**
 * Returns true for a metric of the Node process. The labels of such metrics contain versions, heap spaces and classes
 * of handles.
 */
export function isOfNode({ name }: DeclaredMetric): boolean {
  return /^(?:process|nodejs)_/.test(name);
}

export function describeLabel(metric: DeclaredMetric, label: string): string {
  if (isOfNode(metric)) {
    return `\`${label}\``;
  }
  const meaning =
    labels[`${metric.name} ${label}`]?.meaning ?? initialValues(metric, label).join(', ');
  return `\`${label}\`: ${meaning}`;
}

/** Returns true if the label may have this value, because the value is listed or exists from the start. */
export function isKnownValue(metric: DeclaredMetric, label: string, value: string): boolean {
  if (ofHistograms.has(label) || isOfNode(metric)) {
    return true;
  }
  const set = labels[`${metric.name} ${label}`];
  return set === undefined ? initialValues(metric, label).includes(value) : set.values.test(value);
}

/** Returns the labels without a known set of values. */
export function openLabels(metric: DeclaredMetric): readonly string[] {
  if (isOfNode(metric)) {
    return [];
  }
  return metric.labels.filter(
    (label) =>
      labels[`${metric.name} ${label}`] === undefined && initialValues(metric, label).length === 0,
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
