import {
  idOfServerHalf,
  type JsonObject,
  type SpanEvent,
  setMember,
  withoutUndefined,
} from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import { eventsByTime } from '../spans/events-by-time.js';
import { flattenAttributes, flattenSpanAttributes } from '../spans/flat-attributes.js';
import { shortTraceId } from '../spans/short-trace-id.js';
import { toMicroseconds } from '../spans/to-microseconds.js';
import { type OpenAttributes, takeLocalEndpoint, takeRemoteEndpoint } from './restore-endpoints.js';
import { toSortedJson, toTags } from './to-zipkin-tags.js';
import type { ZipkinAnnotation, ZipkinSpan } from './zipkin-span.js';

/** The kinds of Zipkin. A local span has no kind. */
const kinds: Readonly<Record<string, string>> = {
  SPAN_KIND_SERVER: 'SERVER',
  SPAN_KIND_CLIENT: 'CLIENT',
  SPAN_KIND_PRODUCER: 'PRODUCER',
  SPAN_KIND_CONSUMER: 'CONSUMER',
};
/**
 * Returns a span in the Zipkin v2 format. Attributes in which ingest stored members of a Zipkin span become members
 * again. A span on a cycle of parents has no parent, because Lens would not show it.
 */
export function toZipkinSpan(span: DialectSpan, isCyclic: boolean): ZipkinSpan {
  const attributes: OpenAttributes = new Map(flattenSpanAttributes(span.attributes));
  const ids = takeIds(span, attributes);
  const isDebug = takeFlag('zipkin.debug', attributes);
  const localEndpoint = takeLocalEndpoint(span, attributes);
  const remoteEndpoint = takeRemoteEndpoint(span, attributes);
  if (isCyclic && ids.parentId !== undefined) {
    attributes.set('spanhouse.parent_id', ids.parentId);
  }
  const tags = toTags(span, attributes);
  return withoutUndefined({
    traceId: shortTraceId(span.trace_id),
    id: ids.id,
    parentId: isCyclic ? undefined : ids.parentId,
    kind: kinds[span.span_kind],
    shared: ids.isShared || undefined,
    name: span.span_name.toLowerCase() || undefined,
    timestamp: toMicroseconds(span.start_time),
    duration: toDuration(span.start_time, span.end_time),
    localEndpoint,
    remoteEndpoint,
    annotations: span.events.length === 0 ? undefined : toAnnotations(span.events),
    tags: tags.size === 0 ? undefined : toObject(tags),
    debug: isDebug || undefined,
  });
}

interface ShownIds {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly isShared: boolean;
}

/** A server's half that ingest stored with an id of its own gets back its original id and parent. */
function takeIds({ span_id, parent_id }: DialectSpan, attributes: OpenAttributes): ShownIds {
  const isServerHalf =
    attributes.get('zipkin.shared') === true &&
    parent_id !== undefined &&
    idOfServerHalf(parent_id) === span_id;
  if (!isServerHalf) {
    return { id: span_id, parentId: parent_id, isShared: false };
  }
  const parentId = attributes.get('zipkin.parent_id');
  attributes.delete('zipkin.shared');
  attributes.delete('zipkin.parent_id');
  return {
    id: parent_id,
    parentId: typeof parentId === 'string' ? parentId : undefined,
    isShared: true,
  };
}

function takeFlag(key: string, attributes: OpenAttributes): boolean {
  return attributes.get(key) === true && attributes.delete(key);
}

function toAnnotations(events: readonly SpanEvent[]): readonly ZipkinAnnotation[] {
  return eventsByTime(events).map(({ name, timestamp, attributes }) => {
    const flat = flattenAttributes(attributes);
    const value = flat.length === 0 ? name : `${JSON.stringify(name)}: ${toSortedJson(flat)}`;
    return { timestamp: toMicroseconds(timestamp), value };
  });
}

/** A tag may have the key `__proto__`. */
function toObject(tags: ReadonlyMap<string, string>): Record<string, string> {
  const object: JsonObject = {};
  for (const [key, text] of tags) {
    setMember(object, key, text);
  }
  return object as Record<string, string>;
}

const NS_PER_MICROSECOND = 1000n;

/** Returns a duration in microseconds, rounded up to at least 1; undefined for a span without a duration. */
function toDuration(startNs: bigint, endNs: bigint): number | bigint | undefined {
  const ns = endNs - startNs;
  if (ns <= 0n) {
    return undefined;
  }
  return ns < NS_PER_MICROSECOND ? 1 : toMicroseconds(ns);
}
