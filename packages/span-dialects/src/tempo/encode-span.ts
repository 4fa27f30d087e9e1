import { type SpanEvent, type SpanLink, spanKinds, statusCodes } from '@spanhouse/span-schema';
import { enumNumber } from '../spans/dialect-span.js';
import {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
  type LeafValue,
} from '../spans/flat-attributes.js';
import { isInt64 } from '../spans/format-values.js';
import type { ShownSpan } from '../spans/shown-span.js';
import type { MessageWriter } from './message-writer.js';

/** Writes a span as an element of a ScopeSpans message. */
export function encodeSpan(writer: MessageWriter, span: ShownSpan): void {
  const at = writer.open(2);
  writer.hex(1, span.trace_id);
  writer.hex(2, span.span_id);
  optionalText(writer, 3, span.trace_state);
  if (span.parent_id !== undefined) {
    writer.hex(4, span.parent_id);
  }
  optionalText(writer, 5, span.span_name);
  optionalCount(writer, 6, enumNumber(span.span_kind, spanKinds));
  writer.fixed64(7, span.start_time);
  writer.fixed64(8, span.end_time);
  encodeAttributes(writer, 9, span.attributes);
  optionalCount(writer, 10, span.dropped_attributes_count);
  for (const event of span.events) {
    encodeEvent(writer, event);
  }
  optionalCount(writer, 12, span.dropped_events_count);
  for (const link of span.links) {
    encodeLink(writer, link);
  }
  optionalCount(writer, 14, span.dropped_links_count);
  encodeStatus(writer, span);
  optionalFlags(writer, 16, span.flags);
  writer.close(at);
}

/** Writes attributes as elements of a repeated field. */
export function encodeAttributes(
  writer: MessageWriter,
  field: number,
  attributes: readonly FlatAttribute[],
): void {
  for (const [key, value] of attributes) {
    const at = writer.open(field);
    optionalText(writer, 1, key);
    encodeValue(writer, 2, value);
    writer.close(at);
  }
}

function encodeEvent(writer: MessageWriter, event: SpanEvent): void {
  const at = writer.open(11);
  writer.fixed64(1, event.timestamp);
  optionalText(writer, 2, event.name);
  encodeAttributes(writer, 3, flattenAttributes(event.attributes));
  optionalCount(writer, 4, event.dropped_attributes_count);
  writer.close(at);
}

function encodeLink(writer: MessageWriter, link: SpanLink): void {
  const at = writer.open(13);
  writer.hex(1, link.trace_id);
  writer.hex(2, link.span_id);
  optionalText(writer, 3, link.trace_state);
  encodeAttributes(writer, 4, flattenSpanAttributes(link.attributes));
  optionalCount(writer, 5, link.dropped_attributes_count);
  optionalFlags(writer, 6, link.flags);
  writer.close(at);
}

/** Writes the status. Even an empty status is written, because clients read its members. */
function encodeStatus(writer: MessageWriter, { status_code, status_message }: ShownSpan): void {
  const at = writer.open(15);
  optionalText(writer, 2, status_message);
  optionalCount(writer, 3, enumNumber(status_code, statusCodes));
  writer.close(at);
}

function encodeValue(writer: MessageWriter, field: number, value: LeafValue): void {
  const at = writer.open(field);
  switch (typeof value) {
    case 'string':
      writer.text(1, value);
      break;
    case 'boolean':
      writer.bool(2, value);
      break;
    case 'object':
      encodeList(writer, value);
      break;
    default:
      encodeNumber(writer, value);
  }
  writer.close(at);
}

/** Writes a list. A null element is written as an empty value. */
function encodeList(writer: MessageWriter, list: Extract<LeafValue, object | null>): void {
  if (list === null) {
    return;
  }
  const at = writer.open(5);
  for (const element of list) {
    encodeValue(writer, 1, element);
  }
  writer.close(at);
}

function encodeNumber(writer: MessageWriter, value: number | bigint): void {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) {
    writer.count(3, value);
    return;
  }
  if (typeof value === 'number' && !Number.isInteger(value)) {
    writer.double(4, value);
    return;
  }
  const whole = BigInt(value);
  if (isInt64(whole)) {
    writer.int64(3, whole);
  } else {
    writer.text(1, whole.toString());
  }
}

export function optionalText(writer: MessageWriter, field: number, text: string | undefined): void {
  if (text !== undefined && text !== '') {
    writer.text(field, text);
  }
}

/** Writes a count unless it is 0. */
export function optionalCount(writer: MessageWriter, field: number, count = 0): void {
  if (count > 0) {
    writer.count(field, count);
  }
}

function optionalFlags(writer: MessageWriter, field: number, flags = 0): void {
  if (flags !== 0) {
    writer.fixed32(field, flags);
  }
}
