import { Buffer } from 'node:buffer';
import {
  type InstrumentationScope,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SpanEvent,
  type SpanLink,
  type SpanResource,
  setMember,
  spanKinds,
  statusCodes,
} from '@spanhouse/span-schema';
import { listIn, objectIn, textIn } from '../../request/span-members.js';
import { toRefusal } from '../../submission/request-too-complex.js';
import { createSpanDraft } from '../../submission/span-draft.js';
import { SpanFault } from '../../submission/span-fault.js';
import { decodeAgValue } from '../encoded-ag-value.js';
import { addEvent, addLink, type OtlpDraft, setKind, setStatusCode } from '../otlp-draft.js';
import type { OtlpFaults } from '../otlp-faults.js';
import { finishResource, finishScope } from '../otlp-origin.js';
import { type OtlpReadResult, OtlpSpans } from '../otlp-spans.js';
import {
  countMember,
  enumMember,
  idMember,
  objectListMember,
  timeMember,
  toInt64,
  wrongMember,
} from './json-members.js';

/**
 * Reads the spans of an OTLP JSON request. Member names are in lowerCamelCase, ids are hex, enums are numbers or names,
 * and 64-bit integers are numbers or strings.
 *
 * - If a span has no times, both times are set to `receivedAt` (ns).
 * - A span with a value of the wrong type is dropped. If such a value is not inside a span, the whole request is
 *   `undecodable`.
 */
export function readOtlpJson(
  body: JsonValue,
  receivedAt: bigint,
  bodyBytes = Number.POSITIVE_INFINITY,
): OtlpReadResult {
  if (!isJsonObject(body)) {
    return { status: 'undecodable', reason: 'The body is not an object.' };
  }
  const spans = new OtlpSpans(receivedAt, bodyBytes);
  try {
    for (const { span, resource, scope } of spansOf(body)) {
      const draft: OtlpDraft = createSpanDraft();
      draft.resource = resource;
      draft.scope = scope;
      readInto(draft, span, spans.faults);
      spans.add(draft);
    }
  } catch (error) {
    return error instanceof SpanFault
      ? { status: 'undecodable', reason: error.message }
      : toRefusal(error);
  }
  return spans.result();
}

interface LocatedSpan {
  readonly span: JsonValue;
  readonly resource: SpanResource | undefined;
  readonly scope: InstrumentationScope | undefined;
}

function* spansOf(body: JsonObject): Generator<LocatedSpan> {
  for (const resourceSpans of objectListMember(body, 'resourceSpans')) {
    const resource = readResource(resourceSpans);
    for (const scopeSpans of objectListMember(resourceSpans, 'scopeSpans')) {
      const scope = readScope(scopeSpans);
      for (const span of listIn(scopeSpans, 'spans') ?? []) {
        yield { span, resource, scope };
      }
    }
  }
}

function readInto(draft: OtlpDraft, span: JsonValue, faults: OtlpFaults): void {
  try {
    if (!isJsonObject(span)) {
      throw wrongMember('The span', 'an object');
    }
    readJsonSpan(span, draft, faults);
  } catch (error) {
    if (!(error instanceof SpanFault)) {
      throw error;
    }
    faults.note('invalid_span', error.message);
  }
}

function readResource(resourceSpans: JsonObject): SpanResource | undefined {
  const resource = objectIn(resourceSpans, 'resource') ?? {};
  return finishResource({
    attributes: attributesMember(resource, 'attributes'),
    dropped_attributes_count: countMember(resource, 'droppedAttributesCount'),
    schema_url: textIn(resourceSpans, 'schemaUrl') ?? '',
  });
}

function readScope(scopeSpans: JsonObject): InstrumentationScope | undefined {
  const scope = objectIn(scopeSpans, 'scope') ?? {};
  return finishScope({
    name: textIn(scope, 'name') ?? '',
    version: textIn(scope, 'version') ?? '',
    attributes: attributesMember(scope, 'attributes'),
    dropped_attributes_count: countMember(scope, 'droppedAttributesCount'),
    schema_url: textIn(scopeSpans, 'schemaUrl') ?? '',
  });
}

/**
 * Fills the draft from a Span object; throws a SpanFault. The ids are read first, so that they are available for the
 * report of a dropped span.
 */
function readJsonSpan(span: JsonObject, draft: OtlpDraft, faults: OtlpFaults): void {
  draft.trace_id = idMember(span, 'traceId', () =>
    faults.note('invalid_trace_id', 'traceId is not hex.'),
  );
  draft.span_id = idMember(span, 'spanId', () =>
    faults.note('invalid_span_id', 'spanId is not hex.'),
  );
  draft.parent_id = idMember(span, 'parentSpanId', () =>
    faults.note('invalid_parent_id', 'parentSpanId is not hex.'),
  );
  draft.trace_state = textIn(span, 'traceState') || undefined;
  draft.span_name = textIn(span, 'name') ?? '';
  setKind(draft, enumMember(span, 'kind', spanKinds), faults);
  draft.start_time = timeMember(span, 'startTimeUnixNano');
  draft.end_time = timeMember(span, 'endTimeUnixNano');
  draft.attributes = spanAttributesMember(span, 'attributes');
  draft.dropped_attributes_count = countMember(span, 'droppedAttributesCount');
  draft.dropped_events_count = countMember(span, 'droppedEventsCount');
  draft.dropped_links_count = countMember(span, 'droppedLinksCount');
  draft.flags = countMember(span, 'flags') || undefined;
  for (const event of objectListMember(span, 'events')) {
    addEvent(draft, readEvent(event), faults);
  }
  for (const link of objectListMember(span, 'links')) {
    addLink(draft, readLink(link, faults), faults);
  }
  const status = objectIn(span, 'status') ?? {};
  draft.status_message = textIn(status, 'message') || undefined;
  setStatusCode(draft, enumMember(status, 'code', statusCodes), faults);
}

function readEvent(event: JsonObject): SpanEvent {
  return {
    name: textIn(event, 'name') ?? '',
    timestamp: timeMember(event, 'timeUnixNano'),
    attributes: attributesMember(event, 'attributes'),
    dropped_attributes_count: countMember(event, 'droppedAttributesCount'),
  };
}

function readLink(link: JsonObject, faults: OtlpFaults): SpanLink {
  const reportNotHex = () => faults.note('invalid_link', 'A link has an id that is not hex.');
  return {
    trace_id: idMember(link, 'traceId', reportNotHex),
    span_id: idMember(link, 'spanId', reportNotHex),
    attributes: attributesMember(link, 'attributes'),
    trace_state: textIn(link, 'traceState') ?? '',
    flags: countMember(link, 'flags'),
    dropped_attributes_count: countMember(link, 'droppedAttributesCount'),
  };
}

const base64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

/** Reads the KeyValue list in `object[name]` as one object. */
function attributesMember(object: JsonObject, name: string): JsonObject {
  const attributes: JsonObject = {};
  for (const entry of objectListMember(object, name)) {
    setMember(attributes, textIn(entry, 'key') ?? '', fromAnyValue(entry['value'] ?? null));
  }
  return attributes;
}

/** Reads a KeyValue list like `attributesMember`, and decodes marked `ag.*` strings. */
function spanAttributesMember(object: JsonObject, name: string): JsonObject {
  const attributes = attributesMember(object, name);
  for (const key in attributes) {
    const value = attributes[key];
    if (typeof value === 'string' && key.startsWith('ag.')) {
      attributes[key] = decodeAgValue(key, value);
    }
  }
  return attributes;
}

type FromJson = (value: JsonValue) => JsonValue | undefined;

const valueMembers: ReadonlyMap<string, FromJson> = new Map<string, FromJson>([
  ['stringValue', (value) => (typeof value === 'string' ? value : undefined)],
  ['intValue', toInt64],
  ['doubleValue', fromDouble],
  ['boolValue', (value) => (typeof value === 'boolean' ? value : undefined)],
  ['arrayValue', fromArray],
  ['kvlistValue', (value) => (isJsonObject(value) ? attributesMember(value, 'values') : undefined)],
  ['bytesValue', fromBytes],
]);

function fromAnyValue(value: JsonValue): JsonValue {
  if (value === null) {
    return null;
  }
  if (!isJsonObject(value)) {
    throw wrongMember('An attribute value', 'an object');
  }
  for (const name in value) {
    const member = value[name];
    const read = valueMembers.get(name);
    if (read !== undefined && member !== undefined && member !== null) {
      return checked(name, read(member));
    }
  }
  return null;
}

function checked(name: string, value: JsonValue | undefined): JsonValue {
  if (value === undefined) {
    throw wrongMember(name, 'of its type');
  }
  return value;
}

function fromArray(value: JsonValue): JsonValue[] | undefined {
  if (!isJsonObject(value)) {
    return undefined;
  }
  const values = value['values'] ?? [];
  return Array.isArray(values) ? values.map(fromAnyValue) : undefined;
}

function fromDouble(value: JsonValue): number | string | undefined {
  if (typeof value === 'bigint') {
    return Number(value);
  }
  if (typeof value !== 'string') {
    return typeof value === 'number' ? value : undefined;
  }
  if (value === 'NaN' || value === 'Infinity' || value === '-Infinity') {
    return value;
  }
  const number = Number(value);
  return value.trim() === '' || !Number.isFinite(number) ? undefined : number;
}

/** Converts base64 in either alphabet to the canonical form in which protobuf bytes are also stored. */
function fromBytes(value: JsonValue): string | undefined {
  return typeof value === 'string' && base64.test(value)
    ? Buffer.from(value, 'base64').toString('base64')
    : undefined;
}
