import type { EdgeQuery, ProjectSum, SpanMetric } from '../span-metrics.js';

/** Edges of one kind between two nodes, with the buckets of their latencies; -1 = unknown latency. */
export type EdgeRow = readonly [
  project_id: string,
  type: 'call' | 'message' | 'database' | 'outgoing' | 'incoming' | 'unpaired',
  client: string,
  server: string,
  peer: readonly string[],
  clientNamespace: string,
  serverNamespace: string,
  isFailed: 0 | 1,
  clientBucket: number,
  serverBucket: number,
  amount: string,
  ...client: LatencyRow,
  ...server: LatencyRow,
];

/** The sum of latencies, and the span that arrived last. */
type LatencyRow = readonly [
  totalNs: string,
  trace_id: string,
  durationNs: string,
  receivedNs: string,
];

const connectionTypes = {
  call: '',
  message: 'messaging_system',
  database: 'database',
  outgoing: 'virtual_node',
  incoming: 'virtual_node',
} as const;

/** Returns the sums that edges add. */
export function sumsOfEdge(
  [project_id, type, ...row]: EdgeRow,
  { withNamespaces }: Pick<EdgeQuery, 'withNamespaces'>,
): readonly ProjectSum[] {
  const [client, server, peer, clientNamespace, serverNamespace, isFailed, ...counts] = row;
  const [clientBucket, serverBucket, amount, ...latencies] = counts;
  const increment = (metric: SpanMetric, labels: readonly string[]): ProjectSum => ({
    project_id,
    metric,
    labels,
    bucket: 0,
    amount: BigInt(amount),
    totalNs: 0n,
    totalBytes: 0n,
    exemplar: undefined,
  });
  if (type === 'unpaired') {
    return [increment('unpaired', [client, server])];
  }
  const other = peer.map(scalarText).join(':');
  const labels = [
    type === 'incoming' ? other : client,
    type === 'database' || type === 'outgoing' ? other : server,
    connectionTypes[type],
    ...(withNamespaces ? [clientNamespace, serverNamespace].map(scalarText) : []),
  ];
  const latency = (metric: SpanMetric, bucket: number, from: number): readonly ProjectSum[] => {
    const [totalNs = '0', trace_id = '', durationNs = '0', receivedNs = '0'] =
      latencies.slice(from);
    const exemplar = { trace_id, durationNs: BigInt(durationNs), receivedNs: BigInt(receivedNs) };
    return bucket < 0
      ? []
      : [{ ...increment(metric, labels), bucket, totalNs: BigInt(totalNs), exemplar }];
  };
  return [
    increment('request', labels),
    ...(isFailed === 1 ? [increment('failed', labels)] : []),
    ...latency('client', clientBucket, 0),
    ...latency('server', serverBucket, 4),
  ];
}

/** Returns a JSON scalar as text; empty for other values. The digits of numbers are preserved. */
function scalarText(json: string): string {
  if (json.startsWith('"')) {
    return JSON.parse(json);
  }
  return json === 'null' || json.startsWith('{') || json.startsWith('[') ? '' : json;
}
