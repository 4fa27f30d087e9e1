import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { presentMarks, type SpanColumn } from './column.js';

const exceptionEvent = 1 << presentMarks.exception_event;
const mappedUsage = 1 << presentMarks.mapped_usage;
const hasTypeSpan = 1 << presentMarks.has_type_span;
const nothingSubmitted = 1 << presentMarks.nothing_submitted;

/**
 * The columns that hold one member of a span each. `absent` decides which members an answer leaves
 * out, and what the filters `exists` and `not_exists` match.
 */
export const spanColumns = [
  {
    name: 'trace_id',
    type: 'FixedString(16)',
    from: (span) => span.trace_id,
    filter: 'trace_id',
  },
  {
    name: 'span_id',
    type: 'FixedString(8)',
    from: (span) => span.span_id,
    filter: 'span_id',
  },
  {
    name: 'parent_id',
    type: 'FixedString(8)',
    from: (span) => span.parent_id,
    absent: { value: 'zero' },
    filter: 'parent_id',
  },
  {
    name: 'start_time',
    type: "DateTime64(9, 'UTC')",
    from: (span) => span.start_time,
    filter: 'start_time',
  },
  {
    name: 'end_time',
    type: "DateTime64(9, 'UTC')",
    from: (span) => span.end_time,
    filter: 'end_time',
  },
  // The encoder sets these bits last, after all columns are written.
  {
    name: 'present',
    type: 'UInt32',
    from: (span) =>
      (span.events?.some(({ name }) => name === 'exception') === true ? exceptionEvent : 0) |
      (span.has_mapped_usage ? mappedUsage : 0) |
      (span.has_type_span ? hasTypeSpan : 0) |
      (span.submitted_cumulative === undefined ? nothingSubmitted : 0),
  },
  {
    name: 'flags',
    isPacked: true,
    type: 'UInt32',
    from: (span) => span.flags,
    absent: { bit: 8 },
  },
  {
    name: 'dropped_attributes_count',
    isPacked: true,
    type: 'UInt32',
    from: (span) => span.dropped_attributes_count,
  },
  {
    name: 'dropped_events_count',
    isPacked: true,
    type: 'UInt32',
    from: (span) => span.dropped_events_count,
  },
  {
    name: 'dropped_links_count',
    isPacked: true,
    type: 'UInt32',
    from: (span) => span.dropped_links_count,
  },
  // True if `ag.type.span` was sent and is therefore shown; a bit of `present` since version 3.
  {
    name: 'has_type_span',
    type: 'Bool',
    until: 2,
    from: (span) => span.has_type_span,
  },
  {
    name: 'trace_type',
    type: 'LowCardinality(String)',
    from: (span) => span.trace_type,
    filter: 'trace_type',
  },
  {
    name: 'span_type',
    type: 'LowCardinality(String)',
    from: (span) => span.span_type,
    filter: 'span_type',
  },
  {
    name: 'span_kind',
    type: 'LowCardinality(String)',
    from: (span) => span.span_kind,
    filter: 'span_kind',
  },
  {
    name: 'status_code',
    type: 'LowCardinality(String)',
    from: (span) => span.status_code,
    filter: 'status_code',
  },
  // Reads do not show it, because the attributes contain it.
  {
    name: 'model',
    type: 'LowCardinality(String)',
    from: (span) => modelOf(span.attributes),
    isHidden: true,
  },
  {
    name: 'span_name',
    type: 'String',
    from: (span) => span.span_name,
    filter: 'span_name',
  },
  {
    name: 'status_message',
    isPacked: true,
    type: 'String',
    from: (span) => span.status_message,
    absent: { bit: 0 },
    filter: 'status_message',
  },
  // Ids of root spans only; the next two columns have the ids of every span.
  {
    name: 'session_id',
    type: 'String',
    from: (span) => span.session_id,
    absent: { bit: 1 },
    filter: 'session_id',
  },
  {
    name: 'user_id',
    type: 'String',
    from: (span) => span.user_id,
    absent: { bit: 2 },
    filter: 'user_id',
  },
  {
    name: 'ag_session_id',
    type: 'String',
    since: 3,
    from: (span) => actorId(span, 'session'),
    absent: { bit: 24 },
    isHidden: true,
    filter: 'ag.session.id',
    groupBy: 'session',
  },
  {
    name: 'ag_user_id',
    type: 'String',
    since: 3,
    from: (span) => actorId(span, 'user'),
    absent: { bit: 25 },
    isHidden: true,
    filter: 'ag.user.id',
    groupBy: 'user',
  },
  {
    name: 'agent_id',
    isPacked: true,
    type: 'String',
    from: (span) => span.agent_id,
    absent: { bit: 3 },
    filter: 'agent_id',
  },
  {
    name: 'trace_state',
    isPacked: true,
    type: 'String',
    from: (span) => span.trace_state,
    absent: { bit: 7 },
    filter: 'trace_state',
  },
] as const satisfies readonly SpanColumn[];

type MemberName =
  | 'ag'
  | 'meta'
  | 'data'
  | 'request'
  | 'response'
  | 'parameters'
  | 'model'
  | 'session'
  | 'user'
  | 'id';

/** Returns the first name that is not empty: of the response, of the request, of the parameters. */
function modelOf(attributes: JsonObject): string {
  const ag = member(attributes, 'ag');
  const meta = member(ag, 'meta');
  return (
    text(member(member(meta, 'response'), 'model')) ||
    text(member(member(meta, 'request'), 'model')) ||
    text(member(member(member(ag, 'data'), 'parameters'), 'model'))
  );
}

/** Returns the id of the session or user that a span names; undefined if it is not a string. */
function actorId({ attributes }: CanonicalSpan, actor: 'session' | 'user'): string | undefined {
  const id = member(member(member(attributes, 'ag'), actor), 'id');
  return typeof id === 'string' ? id : undefined;
}

/** Returns a member of an object. Objects inherit no members with these names, so no own-property check is needed. */
function member(value: JsonValue | undefined, name: MemberName): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value[name]
    : undefined;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
