import {
  compareCodePoints,
  idOfServerHalf,
  type JsonObject,
  type SpanEvent,
  type SpanLink,
  setMember,
  stringifyJson,
  withoutUndefined,
} from '@spanhouse/span-schema';
import { type DialectSpan, eventsByTime } from '../spans/dialect-span.js';
import {
  flattenAttributes,
  flattenSpanAttributes,
  type LeafValue,
} from '../spans/flat-attributes.js';
import { shortTraceId, textOfValue, toMicroseconds } from '../spans/format-values.js';
import { resourceAttributes } from '../spans/service-of.js';
import { type OpenAttributes, takeLocalEndpoint, takeRemoteEndpoint } from './restore-endpoints.js';

/** Span kinds of Zipkin. A local span has no kind. */
const kinds: Readonly<Record<string, string>> = {
  SPAN_KIND_SERVER: 'SERVER',
  SPAN_KIND_CLIENT: 'CLIENT',
  SPAN_KIND_PRODUCER: 'PRODUCER',
  SPAN_KIND_CONSUMER: 'CONSUMER',
};

export type ZipkinSpan = ReturnType<typeof toZipkinSpan>;

/**
 * Returns a span in the Zipkin v2 format. Attributes in which ingest has stored members of a Zipkin span become members
 * again. If the span is on a cycle of parents, it is shown without a parent, because Lens would otherwise hide it.
 */
export function toZipkinSpan(span: DialectSpan, isCyclic: boolean) {
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

/**
 * Returns the ids of a span. If ingest has derived a new id for a server's span, restores the original id and parent
 * id.
 */
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

function toAnnotations(events: readonly SpanEvent[]) {
  return eventsByTime(events).map(({ name, timestamp, attributes }) => {
    const flat = flattenAttributes(attributes);
    const value = flat.length === 0 ? name : `${JSON.stringify(name)}: ${toSortedJson(flat)}`;
    return { timestamp: toMicroseconds(timestamp), value };
  });
}

/** Converts tags to an object. The key `__proto__` also becomes an own property. */
function toObject(tags: ReadonlyMap<string, string>): Record<string, string> {
  const object: JsonObject = {};
  for (const [key, text] of tags) {
    setMember(object, key, text);
  }
  return object as Record<string, string>;
}

const NS_PER_MICROSECOND = 1000n;

/** Returns a duration in microseconds, rounded up to at least 1; undefined if the span has no duration. */
function toDuration(startNs: bigint, endNs: bigint): number | bigint | undefined {
  const ns = endNs - startNs;
  if (ns <= 0n) {
    return undefined;
  }
  return ns < NS_PER_MICROSECOND ? 1 : toMicroseconds(ns);
}

/** Returns the tags of a span: the remaining attributes, and members for which Zipkin has no field. */
function toTags(span: DialectSpan, attributes: OpenAttributes): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const [key, value] of [
    ...attributes,
    ...resourceAttributes(span),
    ...flattenAttributes(span.scope?.attributes),
  ]) {
    if (!tags.has(key)) {
      tags.set(key, textOfValue(value));
    }
  }
  const error = errorTag(span, attributes.get('error'));
  tags.delete('error');
  for (const [key, text] of [...membersAsTags(span), ...error]) {
    tags.set(key, text);
  }
  return new Map([...tags].sort(([left], [right]) => compareCodePoints(left, right)));
}

/**
 * Returns the tag `error` of a failed span. Its value is the attribute `error` or, if that is missing, the status
 * message. If a span has not failed, its attribute `error: false` is left out, because clients would show the span as
 * failed.
 */
function errorTag(
  { status_code, status_message }: DialectSpan,
  sent: LeafValue | undefined,
): readonly (readonly [string, string])[] {
  if (status_code === 'STATUS_CODE_ERROR') {
    return [['error', typeof sent === 'string' ? sent : (status_message ?? '')]];
  }
  const text = sent === undefined ? 'false' : textOfValue(sent);
  return text === 'false' ? [] : [['error', text]];
}

function* membersAsTags(span: DialectSpan): Generator<readonly [string, string]> {
  const { status_code, status_message, scope, trace_state } = span;
  const status = { STATUS_CODE_OK: 'OK', STATUS_CODE_ERROR: 'ERROR' }[status_code];
  const texts = {
    'otel.status_code': status,
    'otel.status_description': status_message,
    'otel.scope.name': scope?.name,
    'otel.scope.version': scope?.version,
    'w3c.tracestate': trace_state,
  };
  const counts = {
    'otel.dropped_attributes_count': span.dropped_attributes_count,
    'otel.dropped_events_count': span.dropped_events_count,
    'otel.dropped_links_count': span.dropped_links_count,
  };
  for (const [key, text] of Object.entries(texts)) {
    if (text !== undefined && text !== '') {
      yield [key, text];
    }
  }
  for (const [key, count] of Object.entries(counts)) {
    if (count > 0) {
      yield [key, String(count)];
    }
  }
  yield* span.links.map((link, index) => [`otlp.link.${index}`, textOfLink(link)] as const);
}

/** Returns a link in the format that the exporter of the OpenTelemetry Collector uses. */
function textOfLink(link: SpanLink): string {
  const { trace_id, span_id, trace_state = '', attributes, dropped_attributes_count = 0 } = link;
  const json = toSortedJson(flattenSpanAttributes(attributes));
  return [trace_id, span_id, trace_state, json, dropped_attributes_count].join('|');
}

/** Returns flat attributes as a JSON object with sorted keys. */
function toSortedJson(attributes: readonly (readonly [string, LeafValue])[]): string {
  const members = attributes
    .toSorted(([left], [right]) => compareCodePoints(left, right))
    .map(([key, value]) => `${JSON.stringify(key)}:${jsonOf(value)}`);
  return `{${members.join(',')}}`;
}

function jsonOf(value: LeafValue): string {
  return typeof value === 'object' && value !== null
    ? stringifyJson([...value])
    : stringifyJson(value);
}
