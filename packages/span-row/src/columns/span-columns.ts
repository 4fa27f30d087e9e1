import type { CanonicalSpan, FilterField, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { type ColumnType, presentMarks, type SpanColumn } from './column.js';

const timeType = "DateTime64(9, 'UTC')";
/** The type of string columns with few distinct values. */
const wordType = 'LowCardinality(String)';

const exceptionEvent = 1 << presentMarks.exception_event;
const mappedUsage = 1 << presentMarks.mapped_usage;
const hasTypeSpan = 1 << presentMarks.has_type_span;
const nothingSubmitted = 1 << presentMarks.nothing_submitted;

/**
 * The columns that each hold one member of a span. `absent` decides whether responses omit the member, and what the
 * filters `exists` and `not_exists` match.
 */
export const spanColumns = [
  field('trace_id', 'FixedString(16)', (span) => span.trace_id),
  field('span_id', 'FixedString(8)', (span) => span.span_id),
  { ...field('parent_id', 'FixedString(8)', (span) => span.parent_id), absent: { value: 'zero' } },
  field('start_time', timeType, (span) => span.start_time),
  field('end_time', timeType, (span) => span.end_time),
  // The encoder sets these bits last, after it has written all columns.
  {
    name: 'present',
    type: 'UInt32',
    from: (span) =>
      (span.events?.some(({ name }) => name === 'exception') === true ? exceptionEvent : 0) |
      (span.has_mapped_usage ? mappedUsage : 0) |
      (span.has_type_span ? hasTypeSpan : 0) |
      (span.submitted_cumulative === undefined ? nothingSubmitted : 0),
  },
  { ...packedCount('flags', (span) => span.flags), absent: { bit: 8 } },
  packedCount('dropped_attributes_count', (span) => span.dropped_attributes_count),
  packedCount('dropped_events_count', (span) => span.dropped_events_count),
  packedCount('dropped_links_count', (span) => span.dropped_links_count),
  // True if `ag.type.span` was sent, so that responses contain it. Since version 3, this is a bit of `present`.
  { name: 'has_type_span', type: 'Bool', until: 2, from: (span) => span.has_type_span },
  field('trace_type', wordType, (span) => span.trace_type),
  field('span_type', wordType, (span) => span.span_type),
  field('span_kind', wordType, (span) => span.span_kind),
  field('status_code', wordType, (span) => span.status_code),
  // Queries for spans omit this column, because the attributes contain the model.
  { name: 'model', type: wordType, from: (span) => modelOf(span.attributes), isHidden: true },
  field('span_name', 'String', (span) => span.span_name),
  packedText('status_message', 0, (span) => span.status_message),
  // These two columns have the ids on root spans only; the next two columns have them on every span.
  { ...field('session_id', 'String', (span) => span.session_id), absent: { bit: 1 } },
  { ...field('user_id', 'String', (span) => span.user_id), absent: { bit: 2 } },
  actorColumn('session', 24, (span) => actorId(span, 'session')),
  actorColumn('user', 25, (span) => actorId(span, 'user')),
  packedText('agent_id', 3, (span) => span.agent_id),
  packedText('trace_state', 7, (span) => span.trace_state),
] as const satisfies readonly SpanColumn[];

type Read<Value> = (span: CanonicalSpan) => Value;

/** Declares a column for the filter field with the same name. */
function field<Name extends FilterField, Type extends ColumnType, Value>(
  name: Name,
  type: Type,
  from: Read<Value>,
) {
  return { name, type, from, filter: name } as const;
}

/** Declares a string inside the column `packed`. A bit of `present` is set if the string has a value. */
function packedText<Name extends FilterField>(
  name: Name,
  bit: number,
  from: Read<string | undefined>,
) {
  return { ...field(name, 'String', from), isPacked: true, absent: { bit } } as const;
}

/** Declares a number inside the column `packed`. */
function packedCount<Name extends string>(name: Name, from: Read<number | undefined>) {
  return { name, isPacked: true, type: 'UInt32', from } as const;
}

/** Declares the column for the id of a session or user. */
function actorColumn<Actor extends 'session' | 'user'>(
  actor: Actor,
  bit: number,
  from: Read<string | undefined>,
) {
  const declared = { type: 'String', since: 3, isHidden: true, groupBy: actor } as const;
  const [name, filter] = [`ag_${actor}_id`, `ag.${actor}.id`] as const;
  return { ...declared, name, from, absent: { bit }, filter } as const;
}

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

/**
 * Returns the first non-empty model name among those of the response, the request and the parameters, in this order.
 */
function modelOf(attributes: JsonObject): string {
  const ag = member(attributes, 'ag');
  const meta = member(ag, 'meta');
  return (
    text(member(member(meta, 'response'), 'model')) ||
    text(member(member(meta, 'request'), 'model')) ||
    text(member(member(member(ag, 'data'), 'parameters'), 'model'))
  );
}

/** Returns the session or user id in a span's attributes; undefined if it is not a string. */
function actorId({ attributes }: CanonicalSpan, actor: 'session' | 'user'): string | undefined {
  const id = member(member(member(attributes, 'ag'), actor), 'id');
  return typeof id === 'string' ? id : undefined;
}

/**
 * Returns a member of an object. No own-property check is needed, because objects inherit no members with these names.
 */
function member(value: JsonValue | undefined, name: MemberName): JsonValue | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? value[name]
    : undefined;
}

function text(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
