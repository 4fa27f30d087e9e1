import {
  type JsonObject,
  type SpanEvent,
  type SpanLink,
  spanKinds,
  statusCodes,
} from '@spanhouse/span-schema';
import { addEvent, addLink, type OtlpDraft, setKind, setStatusCode } from '../otlp-draft.js';
import type { OtlpFaults } from '../otlp-faults.js';
import { attributesMember, spanAttributesMember } from './any-value-from-json.js';
import {
  countMember,
  enumMember,
  idMember,
  objectListMember,
  objectMember,
  textMember,
  timeMember,
} from './json-members.js';

/**
 * Fills the draft from a Span object; throws WrongMember. The ids are read first, because the report of a dropped span
 * contains them.
 */
export function readJsonSpan(span: JsonObject, draft: OtlpDraft, faults: OtlpFaults): void {
  draft.trace_id = idMember(span, 'traceId', () =>
    faults.note('invalid_trace_id', 'traceId is not hex.'),
  );
  draft.span_id = idMember(span, 'spanId', () =>
    faults.note('invalid_span_id', 'spanId is not hex.'),
  );
  draft.parent_id = idMember(span, 'parentSpanId', () =>
    faults.note('invalid_parent_id', 'parentSpanId is not hex.'),
  );
  draft.trace_state = textMember(span, 'traceState') || undefined;
  draft.span_name = textMember(span, 'name');
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
  const status = objectMember(span, 'status');
  draft.status_message = textMember(status, 'message') || undefined;
  setStatusCode(draft, enumMember(status, 'code', statusCodes), faults);
}

function readEvent(event: JsonObject): SpanEvent {
  return {
    name: textMember(event, 'name'),
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
    trace_state: textMember(link, 'traceState'),
    flags: countMember(link, 'flags'),
    dropped_attributes_count: countMember(link, 'droppedAttributesCount'),
  };
}
