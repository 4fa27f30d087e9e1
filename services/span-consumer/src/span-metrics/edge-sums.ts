import {
  bucketOf,
  type CallHalf,
  edgeBounds,
  type ProjectSum,
  type SpanMetric,
} from '@spanhouse/trace-store/writer';
import { databaseOf, virtualPeerOf } from './name-peers.js';

type ConnectionType = '' | 'messaging_system' | 'database' | 'virtual_node';

/** One call between two services, or to something that sends no spans. */
interface Edge {
  readonly project_id: string;
  readonly client: Node;
  readonly server: Node;
  readonly type: ConnectionType;
  readonly isFailed: boolean;
  /** The spans whose durations are the latencies of the two sides; undefined = not known. */
  readonly clientSpan: CallHalf | undefined;
  readonly serverSpan: CallHalf;
}

interface Node {
  readonly service: string;
  readonly namespace: string;
}

/** Returns what a pair of spans adds: a client or producer, and the server or consumer below it. */
export function sumsOfPair(client: CallHalf, server: CallHalf, isByNamespace: boolean) {
  const isMessage = client.kind === 'producer' || server.kind === 'consumer';
  return sumsOf(
    {
      project_id: client.project_id,
      client,
      server,
      type: isMessage ? 'messaging_system' : '',
      isFailed: client.isError || server.isError,
      clientSpan: client,
      serverSpan: server,
    },
    isByNamespace,
  );
}

/** Returns what a call to a database adds; undefined if the span is none. */
export function sumsOfDatabase(half: CallHalf, isByNamespace: boolean) {
  const service = databaseOf(half);
  return service === undefined
    ? undefined
    : sumsOf(outgoing(half, { service, type: 'database' }), isByNamespace);
}

/** Returns what a span adds whose other side did not come. */
export function sumsOfUnpaired(half: CallHalf, isByNamespace: boolean): readonly ProjectSum[] {
  const peer = virtualPeerOf(half);
  const isClient = half.kind === 'client' || half.kind === 'producer';
  if (peer === undefined) {
    const labels = isClient ? [half.service, ''] : ['', half.service];
    return [increment(half.project_id, 'unpaired', labels)];
  }
  if (isClient) {
    return sumsOf(outgoing(half, { service: peer, type: 'virtual_node' }), isByNamespace);
  }
  const edge = {
    project_id: half.project_id,
    client: { service: peer, namespace: '' },
    server: half,
    type: 'virtual_node',
    isFailed: half.isError,
    clientSpan: undefined,
    serverSpan: half,
  } as const;
  return sumsOf(edge, isByNamespace);
}

/** The service graph reads the latency of the server side, so that a client without a server fills both. */
function outgoing(
  half: CallHalf,
  { service, type }: { readonly service: string; readonly type: ConnectionType },
): Edge {
  return {
    project_id: half.project_id,
    client: half,
    server: { service, namespace: '' },
    type,
    isFailed: half.isError,
    clientSpan: half,
    serverSpan: half,
  };
}

function sumsOf(edge: Edge, isByNamespace: boolean): readonly ProjectSum[] {
  const { project_id, client, server, type, isFailed, clientSpan, serverSpan } = edge;
  const namespaces = isByNamespace ? [client.namespace, server.namespace] : [];
  const labels = [client.service, server.service, type, ...namespaces];
  return [
    increment(project_id, 'request', labels),
    ...(isFailed ? [increment(project_id, 'failed', labels)] : []),
    ...(clientSpan === undefined ? [] : [latency(clientSpan, 'client', labels)]),
    latency(serverSpan, 'server', labels),
  ];
}

function increment(project_id: string, metric: SpanMetric, labels: readonly string[]): ProjectSum {
  const nothing = { bucket: 0, totalNs: 0n, totalBytes: 0n, exemplar: undefined };
  return { project_id, metric, labels, amount: 1n, ...nothing };
}

function latency(
  { project_id, trace_id, durationNs, receivedNs }: CallHalf,
  metric: SpanMetric,
  labels: readonly string[],
): ProjectSum {
  return {
    ...increment(project_id, metric, labels),
    bucket: bucketOf(edgeBounds, durationNs),
    totalNs: durationNs,
    exemplar: { trace_id, durationNs, receivedNs },
  };
}
