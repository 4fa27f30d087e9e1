import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SpanKind,
  setMember,
} from '@spanhouse/span-schema';
import { findShapeFault, listIn, objectIn, textIn } from '../request/span-members.js';
import type { SpanDraft } from '../submission/span-draft.js';
import { SpanFault, wrongEnum, wrongType, wrongValue } from '../submission/span-fault.js';
import { readAnnotations } from './zipkin-annotations.js';
import { readEndpoints } from './zipkin-endpoints.js';
import { readZipkinIds, type ZipkinIds } from './zipkin-ids.js';
import { readTaggedMembers } from './zipkin-tags.js';
import { readZipkinTimes, type ZipkinTimes } from './zipkin-times.js';

const memberTypes = {
  strings: ['name'],
  objects: ['localEndpoint', 'remoteEndpoint', 'tags'],
  lists: ['annotations'],
};
const flags = ['debug', 'shared'] as const;

/** The kinds of Zipkin. A span without a kind is local. */
const kinds = new Map<JsonValue | undefined, SpanKind>([
  [undefined, 'SPAN_KIND_INTERNAL'],
  [null, 'SPAN_KIND_INTERNAL'],
  ['CLIENT', 'SPAN_KIND_CLIENT'],
  ['SERVER', 'SPAN_KIND_SERVER'],
  ['PRODUCER', 'SPAN_KIND_PRODUCER'],
  ['CONSUMER', 'SPAN_KIND_CONSUMER'],
]);
const kindNames = ['CLIENT', 'SERVER', 'PRODUCER', 'CONSUMER'];

/**
 * Checks one span of a Zipkin v2 list, in the order of the codes in docs/api/ingest.md. Takes over
 * the span: its tags become attributes.
 */
export function readZipkinSpan(span: JsonValue, receivedAt: bigint): SpanDraft | SpanFault {
  if (!isJsonObject(span)) {
    return wrongType('invalid_span', { loc: [], input: span }, 'span');
  }
  const attributes = objectIn(span, 'tags') ?? {};
  const tagged = readTaggedMembers(attributes);
  const service = findZipkinShapeFault(span) ?? readEndpoints(span, attributes);
  if (service instanceof SpanFault) {
    return service;
  }
  const ids = readZipkinIds(span);
  if (ids instanceof SpanFault) {
    return ids;
  }
  const times = readZipkinTimes(span, receivedAt);
  if (times instanceof SpanFault) {
    return times;
  }
  const recorded = readRecorded(span);
  if (recorded instanceof SpanFault) {
    return recorded;
  }
  addZipkinAttributes(attributes, span, { ...ids, ...times });
  return {
    trace_id: ids.trace_id,
    span_id: ids.span_id,
    parent_id: ids.parent_id,
    span_type: undefined,
    span_kind: recorded.span_kind,
    span_name: textIn(span, 'name') ?? '',
    start_time: times.start_time,
    end_time: times.end_time,
    status_code: tagged.status_code,
    status_message: tagged.status_message,
    attributes,
    has_mapped_usage: false,
    has_stated_costs: false,
    references: undefined,
    is_annotation: false,
    links: undefined,
    hashes: undefined,
    events: recorded.events,
    exception: undefined,
    session_id: undefined,
    user_id: undefined,
    agent_id: undefined,
    resource: service === undefined ? undefined : { attributes: { 'service.name': service } },
    scope: tagged.scope,
    trace_state: tagged.trace_state,
    flags: undefined,
    dropped_attributes_count: tagged.dropped_attributes_count,
    dropped_events_count: tagged.dropped_events_count,
    dropped_links_count: tagged.dropped_links_count,
  };
}

function findZipkinShapeFault(span: JsonObject): SpanFault | undefined {
  const flag = flags.find((key) => typeof (span[key] ?? false) !== 'boolean');
  if (flag === undefined) {
    return findShapeFault('invalid_span', span, memberTypes);
  }
  const found = { loc: [flag], input: span[flag] ?? null };
  return wrongValue('invalid_span', found, 'is not true or false');
}

function readRecorded(span: JsonObject): Pick<SpanDraft, 'span_kind' | 'events'> | SpanFault {
  const span_kind = kinds.get(span['kind']);
  if (span_kind === undefined) {
    return wrongEnum({ loc: ['kind'], input: span['kind'] ?? null }, kindNames);
  }
  const events = readAnnotations(listIn(span, 'annotations'));
  return events instanceof SpanFault ? events : { span_kind, events };
}

/** Keeps values for which a span has no member, as attributes. */
function addZipkinAttributes(
  attributes: JsonObject,
  span: JsonObject,
  { sent_parent_id, is_start_absent }: ZipkinIds & ZipkinTimes,
): void {
  for (const flag of flags) {
    if (span[flag] === true) {
      setMember(attributes, `zipkin.${flag}`, true);
    }
  }
  if (sent_parent_id !== undefined) {
    attributes['zipkin.parent_id'] = sent_parent_id;
  }
  if (is_start_absent) {
    attributes['otel.zipkin.absentField.startTime'] = true; // the same as in the OpenTelemetry Collector
  }
}
