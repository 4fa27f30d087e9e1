import { SPAN_KINDS, type SpanEvent, type SpanLink, STATUS_CODES } from '@spanhouse/span-schema';
import type { SpanDraft } from '../span-draft.js';
import type { OtlpFaults } from './otlp-faults.js';

const NO_TRACE_ID = '0'.repeat(32);
const NO_SPAN_ID = '0'.repeat(16);
/** 2262-04-11, the last instant that is stored. */
const MAX_NS = 9_223_372_036_854_775_807n;

/** The draft while its fields are read: its lists still grow. */
export interface OtlpDraft extends SpanDraft {
  links: SpanLink[] | undefined;
  events: SpanEvent[] | undefined;
}

/** Checks ids and times once every field is read; what is wrong goes to `faults`. */
export function finishOtlpDraft(draft: OtlpDraft, faults: OtlpFaults, receivedAt: bigint): void {
  if (!isTraceId(draft.trace_id)) {
    faults.note('invalid_trace_id', 'The trace id is not 16 bytes, not all of them zero.');
  }
  if (!isSpanId(draft.span_id)) {
    faults.note('invalid_span_id', 'The span id is not 8 bytes, not all of them zero.');
  }
  if (draft.parent_id === '' || draft.parent_id === NO_SPAN_ID) {
    draft.parent_id = undefined;
  } else if (draft.parent_id?.length !== NO_SPAN_ID.length) {
    faults.note('invalid_parent_id', 'The parent span id is neither empty nor 8 bytes.');
  }
  if (draft.start_time > MAX_NS || draft.end_time > MAX_NS) {
    faults.note('invalid_time', 'A time lies beyond 2262-04-11.');
  }
  if (draft.start_time === 0n) {
    draft.start_time = draft.end_time === 0n ? receivedAt : draft.end_time;
  }
  if (draft.end_time === 0n) {
    draft.end_time = draft.start_time;
  }
}

export function setKind(draft: OtlpDraft, kind: number, faults: OtlpFaults): void {
  const name = SPAN_KINDS[kind];
  if (name === undefined) {
    faults.note('invalid_enum', `${kind} is no span kind.`);
  } else {
    draft.span_kind = name;
  }
}

export function setStatusCode(draft: OtlpDraft, code: number, faults: OtlpFaults): void {
  const name = STATUS_CODES[code];
  if (name === undefined) {
    faults.note('invalid_enum', `${code} is no status code.`);
  } else {
    draft.status_code = name;
  }
}

export function addLink(draft: OtlpDraft, link: SpanLink, faults: OtlpFaults): void {
  if (!(isTraceId(link.trace_id) && isSpanId(link.span_id))) {
    faults.note('invalid_link', 'A link lacks a valid trace id or span id.');
  }
  draft.links ??= [];
  draft.links.push(withoutDefaults(link));
}

export function addEvent(draft: OtlpDraft, event: SpanEvent, faults: OtlpFaults): void {
  if (event.timestamp === 0n || event.timestamp > MAX_NS) {
    faults.note('invalid_event', 'An event has no usable time.');
  }
  draft.events ??= [];
  draft.events.push(withoutDefaults(event));
}

function isTraceId(hex: string): boolean {
  return hex.length === NO_TRACE_ID.length && hex !== NO_TRACE_ID;
}

function isSpanId(hex: string): boolean {
  return hex.length === NO_SPAN_ID.length && hex !== NO_SPAN_ID;
}

/** Zero and empty are how OTLP says "absent". */
function withoutDefaults<Entry extends SpanLink | SpanEvent>(entry: Entry): Entry {
  if (entry.dropped_attributes_count === 0) {
    delete entry.dropped_attributes_count;
  }
  if ('flags' in entry && entry.flags === 0) {
    delete entry.flags;
  }
  if ('trace_state' in entry && entry.trace_state === '') {
    delete entry.trace_state;
  }
  return entry;
}
