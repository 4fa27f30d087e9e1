import type { JsonObject, SpanEvent, SpanLink } from '@spanhouse/span-schema';
import { createSpanDraft } from '../../submission/span-draft.js';
import { addEvent, addLink, type OtlpDraft, setKind, setStatusCode } from '../otlp-draft.js';
import type { OtlpFaults } from '../otlp-faults.js';
import { readAttribute, readSpanAttribute } from './decode-any-value.js';
import { fieldsOf, readMessage } from './message-fields.js';
import { BYTES, FIXED32, FIXED64, type ProtobufReader, tagOf, VARINT } from './protobuf-reader.js';

const spanFields = fieldsOf<OtlpDraft>({
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

const statusFields = fieldsOf<OtlpDraft>({
  [tagOf(2, BYTES)]: (reader, draft) => {
    draft.status_message = reader.text() || undefined;
  },
  [tagOf(3, VARINT)]: (reader, draft, faults) => setStatusCode(draft, reader.uint32(), faults),
});

interface WithAttributes {
  attributes: JsonObject;
}

const eventFields = fieldsOf<SpanEvent & WithAttributes>({
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

const linkFields = fieldsOf<SpanLink & WithAttributes>({
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

/** Reads one Span message, without its resource and scope. */
export function readSpan(reader: ProtobufReader, faults: OtlpFaults): OtlpDraft {
  const draft: OtlpDraft = createSpanDraft();
  readMessage(reader, draft, { fields: spanFields, faults });
  return draft;
}

function readStatus(reader: ProtobufReader, draft: OtlpDraft, faults: OtlpFaults): void {
  readMessage(reader, draft, { fields: statusFields, faults });
}

function readEvent(reader: ProtobufReader, draft: OtlpDraft, faults: OtlpFaults): void {
  const event = { name: '', timestamp: 0n, attributes: {} };
  readMessage(reader, event, { fields: eventFields, faults });
  addEvent(draft, event, faults);
}

function readLink(reader: ProtobufReader, draft: OtlpDraft, faults: OtlpFaults): void {
  const link = { trace_id: '', span_id: '', attributes: {} };
  readMessage(reader, link, { fields: linkFields, faults });
  addLink(draft, link, faults);
}
