import {
  type InstrumentationScope,
  idOfServerHalf,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notA,
  type ProjectPrices,
  type SpanKind,
  setMember,
  toValidationDetail,
  withoutUndefined,
} from '@spanhouse/span-schema';
import { acceptSpans, type IngestOutcome } from '../canonical/accept-spans.js';
import { listIn, objectIn, readEntries, textIn } from '../request/span-members.js';
import { collectEntries } from '../request/walk-flat.js';
import type { DropCode } from '../submission/dropped-span.js';
import { unprocessable } from '../submission/problem.js';
import { createSpanDraft, type SpanDraft } from '../submission/span-draft.js';
import { missingOrWrong, wrongEnum, wrongValue } from '../submission/span-fault.js';
import { readAnnotation } from './zipkin-annotations.js';
import { readEndpoints } from './zipkin-endpoints.js';
import { readZipkinTimes, type ZipkinTimes } from './zipkin-times.js';

/**
 * Reads a list of Zipkin v2 spans (see docs/api/zipkin.md). Each span is checked independently of the others. If a span
 * has no start, its end is `receivedAt` (ns).
 */
export function readZipkinSpans(
  body: JsonValue,
  receivedAt: bigint,
  prices?: ProjectPrices,
): IngestOutcome {
  if (!Array.isArray(body)) {
    return unprocessable(toValidationDetail(notA('list'), ['body'], body));
  }
  const submission = collectEntries(body, (span) => readZipkinSpan(span, receivedAt));
  return 'status' in submission
    ? submission
    : acceptSpans({ ...submission, flat: body.map(idsOf) }, prices);
}

/** Returns the ids of a dropped span, and a resource that names its service. */
function idsOf(span: JsonValue): JsonObject {
  const { traceId = null, id = null, localEndpoint = null } = isJsonObject(span) ? span : {};
  const { serviceName = null } = isJsonObject(localEndpoint) ? localEndpoint : {};
  const resource = { attributes: { 'service.name': serviceName } };
  return { trace_id: traceId, span_id: id, resource };
}

const flags = ['debug', 'shared'] as const;

/** The span kind for each of Zipkin's kinds. A span without a kind is internal. */
const kinds = new Map<JsonValue, SpanKind>([
  [null, 'SPAN_KIND_INTERNAL'],
  ['CLIENT', 'SPAN_KIND_CLIENT'],
  ['SERVER', 'SPAN_KIND_SERVER'],
  ['PRODUCER', 'SPAN_KIND_PRODUCER'],
  ['CONSUMER', 'SPAN_KIND_CONSUMER'],
]);
const kindNames = ['CLIENT', 'SERVER', 'PRODUCER', 'CONSUMER'];

/**
 * Reads one span of a Zipkin v2 list. Checks its members in the order of the codes in docs/api/ingest.md and throws the
 * first fault. Takes ownership of the span: its tags become attributes.
 */
function readZipkinSpan(span: JsonObject, receivedAt: bigint): SpanDraft {
  const { span_name, attributes, annotations } = readMembers(span);
  const tagged = readTaggedMembers(attributes);
  const service = readEndpoints(span, attributes);
  const ids = readZipkinIds(span);
  const times = readZipkinTimes(span, receivedAt);
  const span_kind = readKind(span);
  const events =
    annotations &&
    readEntries(annotations, { name: 'annotations', code: 'invalid_event' }, readAnnotation);
  addZipkinAttributes(attributes, span, { ...ids, ...times });
  return {
    ...createSpanDraft(),
    trace_id: ids.trace_id,
    span_id: ids.span_id,
    parent_id: ids.parent_id,
    span_kind,
    span_name,
    start_time: times.start_time,
    end_time: times.end_time,
    ...tagged,
    attributes,
    events,
    resource: service === undefined ? undefined : { attributes: { 'service.name': service } },
  };
}

function readMembers(span: JsonObject) {
  for (const flag of flags) {
    const input = span[flag] ?? false;
    if (typeof input !== 'boolean') {
      throw wrongValue('invalid_span', { loc: [flag], input }, 'is not true or false');
    }
  }
  const span_name = textIn(span, 'name') ?? '';
  objectIn(span, 'localEndpoint'); // checked but not used
  objectIn(span, 'remoteEndpoint');
  const attributes = objectIn(span, 'tags') ?? {};
  return { span_name, attributes, annotations: listIn(span, 'annotations') };
}

function readKind(span: JsonObject): SpanKind {
  const { kind = null } = span;
  const span_kind = kinds.get(kind);
  if (span_kind === undefined) {
    throw wrongEnum({ loc: ['kind'], input: kind }, kindNames);
  }
  return span_kind;
}

/** Adds attributes for values that have no corresponding span member. */
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
    attributes['otel.zipkin.absentField.startTime'] = true; // the OpenTelemetry Collector uses the same attribute
  }
}

const traceIdPattern = /^(?:[0-9a-f]{16}|[0-9a-f]{32})$/;
const spanIdPattern = /^[0-9a-f]{16}$/;
const onlyZeros = /^0+$/;

/** A Zipkin span's ids in canonical form. */
interface ZipkinIds {
  trace_id: string;
  span_id: string;
  parent_id: string | undefined;
  /** The submitted parent id; set only if a derived id replaces it. */
  sent_parent_id: string | undefined;
}

/**
 * Reads the ids of a Zipkin span.
 *
 * - A 64-bit trace id is padded on the left.
 * - A span that names itself as its parent has no parent, as in Zipkin.
 * - The client and the server of an RPC MAY send spans with the same id, in which case the server's span is marked as
 *   `shared`. The server's span becomes a child of the client's span and gets an id derived from the shared one, so
 *   that neither span replaces the other.
 */
function readZipkinIds(span: JsonObject): ZipkinIds {
  const traceId = readId(span, { key: 'traceId', code: 'invalid_trace_id', form: traceIdPattern });
  const spanId = readId(span, { key: 'id', code: 'invalid_span_id', form: spanIdPattern });
  const parentId = readParentId(span);
  const trace_id = traceId.padStart(32, '0');
  const parent_id = parentId === spanId ? undefined : parentId;
  return span['shared'] === true
    ? { trace_id, span_id: idOfServerHalf(spanId), parent_id: spanId, sent_parent_id: parent_id }
    : { trace_id, span_id: spanId, parent_id, sent_parent_id: undefined };
}

interface IdMember {
  key: string;
  code: DropCode;
  form: RegExp;
}

function readId(span: JsonObject, { key, code, form }: IdMember): string {
  const input = span[key];
  const id = typeof input === 'string' ? input.toLowerCase() : '';
  if (!form.test(id) || onlyZeros.test(id)) {
    throw missingOrWrong(code, span, { key, reason: 'is not a valid id' });
  }
  return id;
}

function readParentId(span: JsonObject): string | undefined {
  const input = span['parentId'] ?? '';
  return typeof input === 'string' && /^0*$/.test(input)
    ? undefined
    : readId(span, { key: 'parentId', code: 'invalid_parent_id', form: spanIdPattern });
}

const MAX_UINT32 = 0xffff_ffff;

/**
 * Reads Zipkin's own `error` tag, and the tags that OpenTelemetry exporters use for members without a counterpart in
 * Zipkin. The tags also remain on the span. Sources: OpenTelemetry "Transformation to non-OTLP
 * Formats" and "OpenTelemetry to Zipkin".
 */
function readTaggedMembers(tags: JsonObject) {
  return {
    ...statusOf(tags),
    scope: scopeOf(tags),
    trace_state: text(tags, 'w3c.tracestate'), // the OpenTelemetry Collector writes this tag
    dropped_attributes_count: count(tags, 'otel.dropped_attributes_count'),
    dropped_events_count: count(tags, 'otel.dropped_events_count'),
    dropped_links_count: count(tags, 'otel.dropped_links_count'),
  };
}

/**
 * Derives the status of a span. The tag `error` means failure whatever its value is, unless an exporter sent the status
 * itself.
 */
function statusOf(tags: JsonObject): Pick<SpanDraft, 'status_code' | 'status_message'> {
  const description = text(tags, 'otel.status_description');
  const code = tags['otel.status_code'];
  if (code === 'OK' || (code !== 'ERROR' && tags['error'] === undefined)) {
    const status_code = code === 'OK' ? 'STATUS_CODE_OK' : 'STATUS_CODE_UNSET';
    return { status_code, status_message: description };
  }
  const error = text(tags, 'error');
  const isFlag = error === 'true' || error === 'false';
  return {
    status_code: 'STATUS_CODE_ERROR',
    status_message: description ?? (isFlag ? undefined : error),
  };
}

function scopeOf(tags: JsonObject): InstrumentationScope | undefined {
  const name = text(tags, 'otel.scope.name') ?? text(tags, 'otel.library.name');
  const version = text(tags, 'otel.scope.version') ?? text(tags, 'otel.library.version');
  return name === undefined && version === undefined
    ? undefined
    : withoutUndefined({ name, version });
}

function text(tags: JsonObject, key: string): string | undefined {
  const value = tags[key];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function count(tags: JsonObject, key: string): number {
  const value = Number(tags[key]);
  return Number.isInteger(value) && value >= 0 && value <= MAX_UINT32 ? value : 0;
}
