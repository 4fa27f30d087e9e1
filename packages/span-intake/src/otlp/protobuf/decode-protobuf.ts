import type {
  InstrumentationScope,
  JsonObject,
  SpanEvent,
  SpanLink,
  SpanResource,
} from '@spanhouse/span-schema';
import { toRefusal } from '../../submission/request-too-complex.js';
import { createSpanDraft } from '../../submission/span-draft.js';
import { addEvent, addLink, type OtlpDraft, setKind, setStatusCode } from '../otlp-draft.js';
import type { OtlpFaults } from '../otlp-faults.js';
import { finishResource, finishScope } from '../otlp-origin.js';
import { type OtlpReadResult, OtlpSpans } from '../otlp-spans.js';
import { readAttribute, readSpanAttribute } from './decode-any-value.js';
import { BYTES, FIXED32, FIXED64, ProtobufReader, tagOf, VARINT } from './protobuf-reader.js';
import { eachField, fieldsOf, readFields, readMessage } from './read-fields.js';

const resourceSpansTag = tagOf(1, BYTES);
const scopeSpansTag = tagOf(2, BYTES);
const spanTag = tagOf(2, BYTES);

/**
 * Reads the spans of an ExportTraceServiceRequest or a TracesData message, which have the same encoding.
 *
 * - If a span has no times, both times are set to `receivedAt` (ns).
 * - Keeps no reference to `body`, and never throws because of its content.
 */
export function readOtlpProtobuf(
  body: Uint8Array,
  receivedAt: bigint,
  maxFields = Number.POSITIVE_INFINITY,
): OtlpReadResult {
  const spans = new OtlpSpans(receivedAt, body.byteLength);
  const reader = new ProtobufReader(body, maxFields);
  try {
    eachField(reader, resourceSpansTag, () => readResourceSpans(reader, spans));
  } catch (error) {
    return toRefusal(error);
  }
  return spans.result();
}

/** Reads the spans of one resource. A first pass reads only the resource, because it may be encoded after its spans. */
function readResourceSpans(reader: ProtobufReader, spans: OtlpSpans): void {
  const outer = reader.enter();
  const start = reader.position;
  const found: SpanResource = { attributes: {} };
  readFields(reader, found, { fields: resourceSpansFields, context: spans.faults });
  const resource = finishResource(found);
  reader.position = start;
  eachField(reader, scopeSpansTag, () => readScopeSpans(reader, spans, resource));
  reader.leave(outer);
}

function readScopeSpans(
  reader: ProtobufReader,
  spans: OtlpSpans,
  resource: SpanResource | undefined,
): void {
  const outer = reader.enter();
  const start = reader.position;
  const found = {};
  readFields(reader, found, { fields: scopeSpansFields, context: spans.faults });
  const scope = finishScope(found);
  reader.position = start;
  eachField(reader, spanTag, () => {
    const draft = readSpan(reader, spans.faults);
    draft.resource = resource;
    draft.scope = scope;
    spans.add(draft);
  });
  reader.leave(outer);
}

const resourceFields = fieldsOf<SpanResource, OtlpFaults>({
  [tagOf(1, BYTES)]: (reader, resource) => readAttribute(reader, resource.attributes),
  [tagOf(2, VARINT)]: (reader, resource) => {
    resource.dropped_attributes_count = reader.uint32();
  },
});

const scopeFields = fieldsOf<InstrumentationScope, OtlpFaults>({
  [tagOf(1, BYTES)]: (reader, scope) => {
    scope.name = reader.text();
  },
  [tagOf(2, BYTES)]: (reader, scope) => {
    scope.version = reader.text();
  },
  [tagOf(3, BYTES)]: (reader, scope) => {
    scope.attributes ??= {};
    readAttribute(reader, scope.attributes);
  },
  [tagOf(4, VARINT)]: (reader, scope) => {
    scope.dropped_attributes_count = reader.uint32();
  },
});

/** The fields of ResourceSpans that describe its resource. */
const resourceSpansFields = fieldsOf<SpanResource, OtlpFaults>({
  [tagOf(1, BYTES)]: readResource,
  [tagOf(3, BYTES)]: (reader, resource) => {
    resource.schema_url = reader.text();
  },
});

/** The fields of ScopeSpans that describe its scope. */
const scopeSpansFields = fieldsOf<InstrumentationScope, OtlpFaults>({
  [tagOf(1, BYTES)]: readScope,
  [tagOf(3, BYTES)]: (reader, scope) => {
    scope.schema_url = reader.text();
  },
});

function readResource(reader: ProtobufReader, resource: SpanResource, faults: OtlpFaults): void {
  readMessage(reader, resource, { fields: resourceFields, context: faults });
}

function readScope(reader: ProtobufReader, scope: InstrumentationScope, faults: OtlpFaults): void {
  readMessage(reader, scope, { fields: scopeFields, context: faults });
}

const spanFields = fieldsOf<OtlpDraft, OtlpFaults>({
  [tagOf(1, BYTES)]: (reader, draft) => {
    draft.trace_id = reader.hex();
  },
  [tagOf(2, BYTES)]: (reader, draft) => {
    draft.span_id = reader.hex();
  },
  [tagOf(3, BYTES)]: (reader, draft) => {
    draft.trace_state = reader.text() || undefined;
  },
  [tagOf(4, BYTES)]: (reader, draft) => {
    draft.parent_id = reader.hex();
  },
  [tagOf(5, BYTES)]: (reader, draft) => {
    draft.span_name = reader.text();
  },
  [tagOf(6, VARINT)]: (reader, draft, faults) => setKind(draft, reader.uint32(), faults),
  [tagOf(7, FIXED64)]: (reader, draft) => {
    draft.start_time = reader.fixed64();
  },
  [tagOf(8, FIXED64)]: (reader, draft) => {
    draft.end_time = reader.fixed64();
  },
  [tagOf(9, BYTES)]: (reader, draft) => readSpanAttribute(reader, draft.attributes),
  [tagOf(10, VARINT)]: (reader, draft) => {
    draft.dropped_attributes_count = reader.uint32();
  },
  [tagOf(11, BYTES)]: readEvent,
  [tagOf(12, VARINT)]: (reader, draft) => {
    draft.dropped_events_count = reader.uint32();
  },
  [tagOf(13, BYTES)]: readLink,
  [tagOf(14, VARINT)]: (reader, draft) => {
    draft.dropped_links_count = reader.uint32();
  },
  [tagOf(15, BYTES)]: readStatus,
  [tagOf(16, FIXED32)]: (reader, draft) => {
    draft.flags = reader.fixed32() || undefined;
  },
});

const statusFields = fieldsOf<OtlpDraft, OtlpFaults>({
  [tagOf(2, BYTES)]: (reader, draft) => {
    draft.status_message = reader.text() || undefined;
  },
  [tagOf(3, VARINT)]: (reader, draft, faults) => setStatusCode(draft, reader.uint32(), faults),
});

interface WithAttributes {
  attributes: JsonObject;
}

const eventFields = fieldsOf<SpanEvent & WithAttributes, OtlpFaults>({
  [tagOf(1, FIXED64)]: (reader, event) => {
    event.timestamp = reader.fixed64();
  },
  [tagOf(2, BYTES)]: (reader, event) => {
    event.name = reader.text();
  },
  [tagOf(3, BYTES)]: (reader, event) => readAttribute(reader, event.attributes),
  [tagOf(4, VARINT)]: (reader, event) => {
    event.dropped_attributes_count = reader.uint32();
  },
});

const linkFields = fieldsOf<SpanLink & WithAttributes, OtlpFaults>({
  [tagOf(1, BYTES)]: (reader, link) => {
    link.trace_id = reader.hex();
  },
  [tagOf(2, BYTES)]: (reader, link) => {
    link.span_id = reader.hex();
  },
  [tagOf(3, BYTES)]: (reader, link) => {
    link.trace_state = reader.text();
  },
  [tagOf(4, BYTES)]: (reader, link) => readAttribute(reader, link.attributes),
  [tagOf(5, VARINT)]: (reader, link) => {
    link.dropped_attributes_count = reader.uint32();
  },
  [tagOf(6, FIXED32)]: (reader, link) => {
    link.flags = reader.fixed32();
  },
});

/** Reads one Span message, except for its resource and scope. */
function readSpan(reader: ProtobufReader, faults: OtlpFaults): OtlpDraft {
  const draft: OtlpDraft = createSpanDraft();
  readMessage(reader, draft, { fields: spanFields, context: faults });
  return draft;
}

function readStatus(reader: ProtobufReader, draft: OtlpDraft, faults: OtlpFaults): void {
  readMessage(reader, draft, { fields: statusFields, context: faults });
}

function readEvent(reader: ProtobufReader, draft: OtlpDraft, faults: OtlpFaults): void {
  const event = { name: '', timestamp: 0n, attributes: {} };
  readMessage(reader, event, { fields: eventFields, context: faults });
  addEvent(draft, event, faults);
}

function readLink(reader: ProtobufReader, draft: OtlpDraft, faults: OtlpFaults): void {
  const link = { trace_id: '', span_id: '', attributes: {} };
  readMessage(reader, link, { fields: linkFields, context: faults });
  addLink(draft, link, faults);
}
