import {
  callBounds,
  edgeBounds,
  type MetricSum,
  type SpanMetric,
} from '@spanhouse/trace-store/reader';

/** Text format of Prometheus or of OpenMetrics. Only OpenMetrics supports exemplars. */
export type ExpositionFormat = 'prometheus' | 'openmetrics';

interface Family {
  readonly name: string;
  readonly help: string;
  readonly metric: SpanMetric;
  readonly kind: Counter | Histogram;
}

interface Counter {
  readonly type: 'counter';
  /** Adds up the sums for one label set. */
  readonly value: (sums: readonly MetricSum[]) => bigint;
}

interface Histogram {
  readonly type: 'histogram';
  readonly bounds: readonly bigint[];
}

const amounts: Counter = { type: 'counter', value: (sums) => add(sums, ({ amount }) => amount) };
const bytes: Counter = {
  type: 'counter',
  value: (sums) => add(sums, ({ totalBytes }) => totalBytes),
};
const edges: Histogram = { type: 'histogram', bounds: edgeBounds };
const graph = 'traces_service_graph';
const red = 'traces_spanmetrics';

const families: readonly Family[] = [
  {
    name: `${graph}_request`,
    metric: 'request',
    kind: amounts,
    help: 'Calls between two services',
  },
  { name: `${graph}_request_failed`, metric: 'failed', kind: amounts, help: 'Failed calls' },
  {
    name: `${graph}_request_server_seconds`,
    metric: 'server',
    kind: edges,
    help: 'Latency of calls as the server saw it',
  },
  {
    name: `${graph}_request_client_seconds`,
    metric: 'client',
    kind: edges,
    help: 'Latency of calls as the client saw it',
  },
  {
    name: `${graph}_unpaired_spans`,
    metric: 'unpaired',
    kind: amounts,
    help: 'Spans of calls whose other side did not come',
  },
  { name: `${red}_calls`, metric: 'calls', kind: amounts, help: 'Spans' },
  { name: `${red}_size`, metric: 'calls', kind: bytes, help: 'Bytes of spans as they are stored' },
  {
    name: `${red}_latency`,
    metric: 'calls',
    kind: { type: 'histogram', bounds: callBounds },
    help: 'Duration of spans in seconds',
  },
];

const edgeLabels = [
  'client',
  'server',
  'connection_type',
  'client_service_namespace',
  'server_service_namespace',
];
const labelNames: Readonly<Record<SpanMetric, readonly string[]>> = {
  calls: ['service', 'span_name', 'span_kind', 'status_code'],
  unpaired: ['client', 'server'],
  request: edgeLabels,
  failed: edgeLabels,
  server: edgeLabels,
  client: edgeLabels,
};

/** Yields a project's sums as lines. The sums MUST be sorted by metric, labels and bucket. */
export function* writeExposition(
  sums: readonly MetricSum[],
  format: ExpositionFormat,
): Generator<string> {
  const series = Map.groupBy(withoutFailures(sums), ({ metric }) => metric);
  for (const family of families) {
    const ofMetric = series.get(family.metric) ?? [];
    if (ofMetric.length > 0) {
      yield* writeFamily(family, ofMetric, format);
    }
  }
  if (format === 'openmetrics') {
    yield '# EOF\n';
  }
}

/**
 * Adds a failure count of zero for each edge that has never failed. Queries need this zero to compute the share of
 * failures.
 */
function withoutFailures(sums: readonly MetricSum[]): readonly MetricSum[] {
  const failed = new Set(
    sums.filter(({ metric }) => metric === 'failed').map(({ labels }) => JSON.stringify(labels)),
  );
  const zeros = sums
    .filter(({ metric, labels }) => metric === 'request' && !failed.has(JSON.stringify(labels)))
    .map((sum): MetricSum => ({ ...sum, metric: 'failed', amount: 0n }));
  return [...sums, ...zeros];
}

function* writeFamily(
  { name, help, kind, metric }: Family,
  sums: readonly MetricSum[],
  format: ExpositionFormat,
): Generator<string> {
  const isCounter = kind.type === 'counter';
  const sample = isCounter ? `${name}_total` : name;
  const family = isCounter && format === 'prometheus' ? sample : name;
  yield `# HELP ${family} ${help}.\n# TYPE ${family} ${kind.type}\n`;
  for (const ofSeries of Map.groupBy(sums, ({ labels }) => JSON.stringify(labels)).values()) {
    const labels = writeLabels(ofSeries[0]?.labels ?? [], metric);
    yield isCounter
      ? `${sample}{${labels}} ${kind.value(ofSeries)}\n`
      : writeHistogram({ name, labels, bounds: kind.bounds }, ofSeries, format);
  }
}

function writeHistogram(
  { name, labels, bounds }: { name: string; labels: string; bounds: readonly bigint[] },
  sums: readonly MetricSum[],
  format: ExpositionFormat,
): string {
  const byBucket = new Map(sums.map((sum) => [sum.bucket, sum]));
  let count = 0n;
  const lines = Array.from({ length: bounds.length + 1 }, (_, bucket) => {
    const sum = byBucket.get(bucket);
    count += sum?.amount ?? 0n;
    const bound = bounds[bucket];
    const le = bound === undefined ? '+Inf' : writeSeconds(bound);
    const exemplar = format === 'openmetrics' ? writeExemplar(sum?.exemplar) : '';
    return `${name}_bucket{${labels},le="${le}"} ${count}${exemplar}\n`;
  });
  const total = writeSeconds(add(sums, ({ totalNs }) => totalNs));
  return `${lines.join('')}${name}_sum{${labels}} ${total}\n${name}_count{${labels}} ${count}\n`;
}

function writeExemplar(exemplar: MetricSum['exemplar']): string {
  return exemplar === undefined
    ? ''
    : ` # {trace_id="${exemplar.trace_id}"} ${writeSeconds(exemplar.durationNs)} ${writeSeconds(exemplar.receivedNs)}`;
}

function writeLabels(values: readonly string[], metric: SpanMetric): string {
  return values
    .map((value, index) => `${labelNames[metric][index]}="${escapeLabel(value)}"`)
    .join(',');
}

/** Escapes a label value. Both formats escape the same three characters. */
function escapeLabel(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}

const FRACTION_DIGITS = 9;

/** Converts nanoseconds to seconds without rounding. */
function writeSeconds(ns: bigint): string {
  const digits = String(ns).padStart(FRACTION_DIGITS + 1, '0');
  const whole = digits.slice(0, -FRACTION_DIGITS);
  const fraction = digits.slice(-FRACTION_DIGITS).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}

function add(sums: readonly MetricSum[], read: (sum: MetricSum) => bigint): bigint {
  return sums.reduce((total, sum) => total + read(sum), 0n);
}
