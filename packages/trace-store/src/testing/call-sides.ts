import type { StoredSpan } from '@spanhouse/span-row';
import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { valueAtName, valueAtPath } from '@spanhouse/span-schema/testing';
import {
  bucketOf,
  edgeBounds,
  type ProjectSum,
  peerKeys,
  type SpanMetric,
} from '../span-metrics.js';
import { toFilterableSpan } from './to-filterable-span.js';

type Kind = 'client' | 'server' | 'producer' | 'consumer';

/** A span that is one side of a call. */
export interface CallSide {
  readonly project_id: string;
  readonly kind: Kind;
  readonly span: StoredSpan;
  readonly service: string;
  readonly namespace: string;
}

/** Converts a span to a side of a call. Returns undefined if spans of this kind are not sides of calls. */
export function toCallSide(project_id: string, span: StoredSpan): CallSide | undefined {
  const kinds: readonly Kind[] = ['client', 'server', 'producer', 'consumer'];
  const kind = kinds.find((each) => span.span_kind === `SPAN_KIND_${each.toUpperCase()}`);
  const { resource, service_name: service = '' } = toFilterableSpan(span);
  const attributes = (resource?.attributes ?? {}) as JsonObject;
  const namespace = textOf(valueAtName(attributes, 'service.namespace'));
  return kind && { project_id, kind, span, service, namespace };
}

export function isClient({ kind }: CallSide): boolean {
  return kind === 'client' || kind === 'producer';
}

/**
 * Returns whether the two sides belong to one call: the server or consumer is directly below the client or producer,
 * and the client or producer calls no database.
 */
export function isCall(client: CallSide, server: CallSide): boolean {
  return (
    isClient(client) &&
    !isClient(server) &&
    databaseOf(client) === undefined &&
    client.project_id === server.project_id &&
    client.span.trace_id === server.span.trace_id &&
    client.span.span_id === server.span.parent_id
  );
}

/** Returns the amounts that a pair adds to the sums. */
export function sumsOfPair(
  client: CallSide,
  server: CallSide,
  withNamespaces: boolean,
): readonly ProjectSum[] {
  const isMessage = client.kind === 'producer' || server.kind === 'consumer';
  const labels = [client.service, server.service, isMessage ? 'messaging_system' : ''];
  const namespaces = withNamespaces ? [client.namespace, server.namespace] : [];
  return sumsOf({ client, server, isFailed: isError(client) || isError(server) }, [
    ...labels,
    ...namespaces,
  ]);
}

/** Returns the amounts that a side adds to the sums if its other side is missing. */
export function sumsOfAlone(side: CallSide, withNamespaces: boolean): readonly ProjectSum[] {
  const namespaces = (names: readonly string[]) => (withNamespaces ? names : []);
  const isFailed = isError(side);
  const database = databaseOf(side);
  const peer = database ?? virtualPeerOf(side);
  if (peer === undefined) {
    const labels = isClient(side) ? [side.service, ''] : ['', side.service];
    return [increment(side, 'unpaired', labels)];
  }
  if (!isClient(side)) {
    const labels = [peer, side.service, 'virtual_node', ...namespaces(['', side.namespace])];
    return sumsOf({ client: undefined, server: side, isFailed }, labels);
  }
  const type = database === undefined ? 'virtual_node' : 'database';
  const labels = [side.service, peer, type, ...namespaces([side.namespace, ''])];
  return sumsOf({ client: side, server: side, isFailed }, labels);
}

interface Latencies {
  readonly client: CallSide | undefined;
  readonly server: CallSide;
  readonly isFailed: boolean;
}

function sumsOf(
  { client, server, isFailed }: Latencies,
  labels: readonly string[],
): readonly ProjectSum[] {
  return [
    increment(server, 'request', labels),
    ...(isFailed ? [increment(server, 'failed', labels)] : []),
    ...(client === undefined ? [] : [latency(client, 'client', labels)]),
    latency(server, 'server', labels),
  ];
}

function increment({ project_id }: CallSide, metric: SpanMetric, labels: readonly string[]) {
  const nothing = { bucket: 0, totalNs: 0n, totalBytes: 0n, exemplar: undefined };
  return { project_id, metric, labels, amount: 1n, ...nothing };
}

function latency(side: CallSide, metric: SpanMetric, labels: readonly string[]): ProjectSum {
  const durationNs = durationOf(side.span);
  return {
    ...increment(side, metric, labels),
    bucket: bucketOf(edgeBounds, durationNs),
    totalNs: durationNs,
    exemplar: {
      trace_id: side.span.trace_id,
      durationNs,
      receivedNs: side.span.received_at,
    },
  };
}

export function durationOf({ start_time, end_time }: StoredSpan): bigint {
  return end_time > start_time ? end_time - start_time : 0n;
}

function isError({ span }: CallSide): boolean {
  return span.status_code === 'STATUS_CODE_ERROR';
}

/** Returns the name of the database that a client calls, or undefined if it calls no database. */
function databaseOf(side: CallSide): string | undefined {
  const [service, server, address, port, namespace, name, systemName, system] = peersOf(side);
  if (side.kind !== 'client' || firstOf(namespace, name, systemName, system) === undefined) {
    return undefined;
  }
  const peer = firstOf(address) && (firstOf(port) ? `${address}:${port}` : address);
  return firstOf(service, server, peer, namespace, name, systemName, system);
}

/**
 * Returns the name of the other side of a call, for use if the other side sends no spans. Returns undefined if no
 * attribute names the other side.
 */
function virtualPeerOf(side: CallSide): string | undefined {
  const [service, , , , , name, systemName, system] = peersOf(side);
  const named = firstOf(service, name, system, systemName);
  if (isClient(side)) {
    return named;
  }
  return side.span.parent_id === undefined ? (named ?? 'user') : undefined;
}

function peersOf({ span }: CallSide): readonly string[] {
  const { attributes } = toFilterableSpan(span);
  return peerKeys.map((key) => textOf(valueAtPath(attributes, key)));
}

function firstOf(...names: readonly (string | undefined)[]): string | undefined {
  return names.find((name) => name !== undefined && name !== '');
}

function textOf(value: JsonValue | undefined): string {
  return value === undefined || value === null || typeof value === 'object' ? '' : String(value);
}
