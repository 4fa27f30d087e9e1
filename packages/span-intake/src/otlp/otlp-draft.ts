import {
  type JsonObject,
  MAX_TIME_NS,
  type SpanEvent,
  type SpanLink,
  spanKinds,
  statusCodes,
} from '@spanhouse/span-schema';
import { isEmpty } from '../ag/ag-parts.js';
import type { SpanDraft } from '../submission/span-draft.js';
import type { OtlpFaults } from './otlp-faults.js';

const noTraceId = '0'.repeat(32);
const noSpanId = '0'.repeat(16);
/** A draft that may still have unread fields. */
export interface OtlpDraft extends SpanDraft {
  links: SpanLink[] | undefined;
  events: SpanEvent[] | undefined;
}

/**
 * Checks the ids and times of a draft whose fields have all been read, and fills in missing times. Records problems in
 * `faults`.
 */
export function finishOtlpDraft(draft: OtlpDraft, faults: OtlpFaults, receivedAt: bigint): void {
  if (!isTraceId(draft.trace_id)) {
    faults.note('invalid_trace_id', 'The trace id is not 16 bytes, not all of them zero.');
  }
  if (!isSpanId(draft.span_id)) {
    faults.note('invalid_span_id', 'The span id is not 8 bytes, not all of them zero.');
  }
  if (draft.parent_id === '' || draft.parent_id === noSpanId) {
    draft.parent_id = undefined;
  } else if (draft.parent_id?.length !== noSpanId.length) {
    faults.note('invalid_parent_id', 'The parent span id is neither empty nor 8 bytes.');
  }
  draft.is_annotation ||= draft.attributes['ag.type.trace'] === 'annotation';
  if (draft.start_time > MAX_TIME_NS || draft.end_time > MAX_TIME_NS) {
    faults.note('invalid_time', 'A time lies beyond 2262-04-11.');
  }
  if (draft.start_time === 0n) {
    draft.start_time = draft.end_time === 0n ? receivedAt : draft.end_time;
  }
  if (draft.end_time === 0n) {
    draft.end_time = draft.start_time;
  }
}

/** Sets the kind of a span from its OTLP number; records a fault for an unknown number. */
export function setKind(draft: OtlpDraft, kind: number, faults: OtlpFaults): void {
  const name = spanKinds[kind];
  if (name === undefined) {
    faults.note('invalid_enum', `${kind} is no span kind.`);
  } else {
    draft.span_kind = name;
  }
}

/** Sets the status of a span from its OTLP number; records a fault for an unknown number. */
export function setStatusCode(draft: OtlpDraft, code: number, faults: OtlpFaults): void {
  const name = statusCodes[code];
  if (name === undefined) {
    faults.note('invalid_enum', `${code} is no status code.`);
  } else {
    draft.status_code = name;
  }
}

/**
 * Adds a link; records a fault if its ids are invalid. A link with a `key` makes the span an annotation. Links without
 * a `key` only connect spans, such as the producer and the consumer of a queue.
 */
export function addLink(draft: OtlpDraft, link: SpanLink, faults: OtlpFaults): void {
  if (!(isTraceId(link.trace_id) && isSpanId(link.span_id))) {
    faults.note('invalid_link', 'A link lacks a valid trace id or span id.');
  }
  draft.is_annotation ||= link.attributes?.['key'] !== undefined;
  draft.links ??= [];
  draft.links.push(withoutDefaults(link));
}

/** Adds an event; records a fault if its time is invalid. */
export function addEvent(draft: OtlpDraft, event: SpanEvent, faults: OtlpFaults): void {
  if (event.timestamp === 0n || event.timestamp > MAX_TIME_NS) {
    faults.note('invalid_event', 'An event has no usable time.');
  }
  draft.events ??= [];
  draft.events.push(event.dropped_attributes_count ? event : withoutCount(event));
}

/** Copies an event without its count. Deleting the member instead would cost 400 bytes of memory for each event. */
function withoutCount({ name, timestamp, attributes }: SpanEvent): SpanEvent {
  const isPlain = attributes === undefined || isEmpty(attributes);
  return { name, timestamp, attributes: isPlain ? noAttributes : attributes };
}

/** The empty object that all events without attributes share. It is never changed. */
const noAttributes: JsonObject = Object.freeze({});

function isTraceId(hex: string): boolean {
  return hex.length === noTraceId.length && hex !== noTraceId;
}

function isSpanId(hex: string): boolean {
  return hex.length === noSpanId.length && hex !== noSpanId;
}

/** Removes zeros and empty strings, which mean "absent" in OTLP. */
function withoutDefaults(entry: SpanLink): SpanLink {
  if (entry.dropped_attributes_count === 0) {
    delete entry.dropped_attributes_count;
  }
  if (entry.flags === 0) {
    delete entry.flags;
  }
  if (entry.trace_state === '') {
    delete entry.trace_state;
  }
  return entry;
}
