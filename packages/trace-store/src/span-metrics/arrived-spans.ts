import type { RunStatement } from '../connection/run-statement.js';
import { jsonRows, tableRows } from '../connection/run-statement.js';
import type { EdgeQuery, LogRange, ProjectSum, SpanMetric } from '../span-metrics.js';
import { countJoinable, selectEdges, selectPlainEdges } from './edge-statement.js';
import {
  type RepeatedTrace,
  selectCalls,
  selectRepeatedTraces,
} from './span-metrics-statements.js';

/** Sums up the calls of each project in a range of the log. Spans that were delivered before are not counted. */
export async function readCalls(
  run: RunStatement,
  range: LogRange,
): Promise<readonly ProjectSum[]> {
  const repeated = await readRepeatedTraces(run, range);
  return jsonRows<CallRow>(await run(selectCalls({ range, repeated }))).map(toSum);
}

/** Sums up the edges in a range of the log. Spans that were delivered before are not counted. */
export async function readEdges(
  run: RunStatement,
  query: EdgeQuery,
): Promise<readonly ProjectSum[]> {
  const repeated = await readRepeatedTraces(run, query.among);
  const selection = { query, repeated };
  const [[below, naming] = []] = tableRows(await run(countJoinable(selection)));
  const isAnyBelow = below !== '0';
  const statements = [
    selectPlainEdges(selection, isAnyBelow),
    ...(isAnyBelow || naming !== '0' ? [selectEdges(selection)] : []),
  ];
  const sums: ProjectSum[] = [];
  for (const statement of statements) {
    const rows = jsonRows<EdgeRow>(await run(statement));
    sums.push(...rows.flatMap((row) => sumsOfEdge(row, query)));
  }
  return sums;
}

/**
 * Searches the trace index for traces that may contain repeated spans. Versions of spans are compared only in these
 * traces.
 */
async function readRepeatedTraces(run: RunStatement, range: LogRange) {
  return tableRows(await run(selectRepeatedTraces(range))).map(toRepeatedTrace);
}

function toRepeatedTrace([
  project_id = '',
  trace_id = '',
  first = '0',
  last = '0',
]: readonly string[]): RepeatedTrace {
  return { project_id, trace_id, firstStart: BigInt(first), lastStart: BigInt(last) };
}

type CallRow = readonly [
  project_id: string,
  service: string,
  name: string,
  kind: string,
  status: string,
  bucket: number,
  amount: string,
  totalNs: string,
  totalBytes: string,
  trace_id: string,
  durationNs: string,
  receivedNs: string,
];

function toSum([project_id, ...row]: CallRow): ProjectSum {
  const [service, name, kind, status, bucket, amount, totalNs, totalBytes, ...newest] = row;
  const [trace_id, durationNs, receivedNs] = newest;
  return {
    project_id,
    metric: 'calls',
    labels: [service, name, kind, status],
    bucket,
    amount: BigInt(amount),
    totalNs: BigInt(totalNs),
    totalBytes: BigInt(totalBytes),
    exemplar: { trace_id, durationNs: BigInt(durationNs), receivedNs: BigInt(receivedNs) },
  };
}

/**
 * Edges of one kind between two nodes, grouped by the buckets of both latencies. Bucket -1 means that the latency is
 * unknown.
 */
type EdgeRow = readonly [
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

/** The sum of the latencies, and the last span that arrived. */
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

/** Returns the amounts that a row of edges adds to the sums. */
function sumsOfEdge(
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

/** Returns the string form of a JSON scalar, with the digits of numbers unchanged. Returns `''` for other values. */
function scalarText(json: string): string {
  if (json.startsWith('"')) {
    return JSON.parse(json);
  }
  return json === 'null' || json.startsWith('{') || json.startsWith('[') ? '' : json;
}
