import fc from 'fast-check';
import {
  FILTER_ENUM_FIELDS,
  FILTER_ID_FIELDS,
  FILTER_TEXT_FIELDS,
  FILTER_TIME_FIELDS,
  FILTER_USER_FIELDS,
} from '../filter.js';
import type { FilterableSpan } from '../filterable-span.js';
import type { JsonObject, JsonValue } from '../json.js';
import { SPAN_KINDS, SPAN_TYPES, STATUS_CODES, TRACE_TYPES } from '../span-enums.js';
import { formatTimestamp } from '../timestamp.js';
import { anyAttributeCondition } from './any-attribute-filter.js';
import { anyFilterableAttributes } from './any-attributes.js';
import { anyEntryCondition, anyFilterableLists } from './any-entry-filter.js';

/** Few values, so that filters and spans meet; neighbours in the order, in case and in escapes. */
const TEXTS = [
  '',
  'a',
  'A',
  'ab',
  'Ab%c',
  'a_c',
  'a\\c',
  '10',
  '9',
  'ä',
  'Ä',
  '\uffee',
  '😀',
  'a b',
];
const TIMES = [
  0n,
  1_777_629_600_000_000_000n,
  1_777_629_600_000_000_001n,
  1_777_629_600_250_000_000n,
  1_777_629_601_000_000_000n,
];
const TRACE_IDS = ['1', '2', 'a'].map((digit) => digit.repeat(32));
const SPAN_IDS = ['1', '2', 'b'].map((digit) => digit.repeat(16));
const USER_IDS = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-0000000000aa'];

const text = fc.constantFrom(...TEXTS);
const maybeText = fc.option(text, { nil: undefined });
const time = fc.constantFrom(...TIMES);

/** A span out of the small world that `anyFiltering` asks about. */
export function anyFilterableSpan(): fc.Arbitrary<FilterableSpan> {
  return fc
    .record({ members: anyMembers(), lists: anyFilterableLists(), json: anyFilterableAttributes() })
    .map(({ members, lists, json }) => ({ ...members, ...lists, ...json, ...shownIn(json) }));
}

/** What has a column of its own beside the JSON text that shows it. */
function shownIn({ attributes, resource }: Pick<FilterableSpan, 'attributes' | 'resource'>) {
  const { type } = attributes['ag'] as { type: { trace: string; span?: string } };
  const service = resource?.attributes?.['service.name'];
  return {
    trace_type: type.trace,
    ...(type.span !== undefined && { span_type: type.span }),
    service_name: typeof service === 'string' ? service : undefined,
  };
}

function anyMembers() {
  return fc.record({
    trace_id: fc.constantFrom(...TRACE_IDS),
    span_id: fc.constantFrom(...SPAN_IDS),
    parent_id: fc.option(fc.constantFrom(...SPAN_IDS), { nil: undefined }),
    trace_type: fc.constantFrom('invocation', 'annotation'),
    span_type: fc.constantFrom(...SPAN_TYPES),
    span_kind: fc.constantFrom(...SPAN_KINDS),
    status_code: fc.constantFrom(...STATUS_CODES),
    span_name: text,
    status_message: maybeText,
    session_id: maybeText,
    user_id: maybeText,
    agent_id: maybeText,
    service_name: maybeText,
    scope_name: maybeText,
    scope_version: maybeText,
    trace_state: maybeText,
    start_time: time,
    end_time: time,
    created_at: time,
    updated_at: fc.option(time, { nil: undefined }),
    created_by_id: fc.constantFrom(...USER_IDS),
    updated_by_id: fc.option(fc.constantFrom(...USER_IDS), { nil: undefined }),
  });
}

/** The JSON of a filter that `parseFiltering` and `checkFiltering` take. */
export function anyFiltering(maxDepth = 3): fc.Arbitrary<JsonObject> {
  const entry =
    maxDepth === 0 ? anyCondition() : fc.oneof(anyCondition(), anyFiltering(maxDepth - 1));
  const several = fc.record({
    operator: fc.constantFrom<JsonValue>('and', 'or', 'nand', 'nor'),
    conditions: fc.array(entry, { minLength: 1, maxLength: 3 }),
  });
  const one = fc.record({
    operator: fc.constant<JsonValue>('not'),
    conditions: fc.array(entry, { minLength: 1, maxLength: 1 }),
  });
  return fc.oneof({ weight: 3, arbitrary: several }, { weight: 1, arbitrary: one });
}

export function anyCondition(): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    { weight: 1, arbitrary: anyColumnCondition() },
    { weight: 2, arbitrary: anyAttributeCondition() },
    { weight: 1, arbitrary: anyEntryCondition() },
  );
}

function anyColumnCondition(): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    anyExactCondition([FILTER_ID_FIELDS[0]], fc.constantFrom<JsonValue>(...TRACE_IDS)),
    anyExactCondition([FILTER_ID_FIELDS[1]], fc.constantFrom<JsonValue>(...SPAN_IDS)),
    anyExactCondition([FILTER_ID_FIELDS[2]], fc.constantFrom<JsonValue>(null, ...SPAN_IDS)),
    anyExactCondition([FILTER_ENUM_FIELDS[0]], fc.constantFrom<JsonValue>(null, ...TRACE_TYPES)),
    anyExactCondition([FILTER_ENUM_FIELDS[1]], fc.constantFrom<JsonValue>(...SPAN_TYPES)),
    anyExactCondition([FILTER_ENUM_FIELDS[2]], fc.constantFrom<JsonValue>(...SPAN_KINDS)),
    anyExactCondition([FILTER_ENUM_FIELDS[3]], fc.constantFrom<JsonValue>(...STATUS_CODES)),
    anyExactCondition(FILTER_USER_FIELDS, fc.constantFrom<JsonValue>(...USER_IDS)),
    anyExactCondition(FILTER_TEXT_FIELDS, anyOperand(text)),
    anyExactCondition(FILTER_TIME_FIELDS, time.map(formatTimestamp)),
    anyOrderCondition(FILTER_TEXT_FIELDS, anyOperand(text)),
    anyOrderCondition(FILTER_TIME_FIELDS, time.map(formatTimestamp)),
    anyStringCondition(FILTER_TEXT_FIELDS, anyPattern()),
    anyStringCondition(
      FILTER_TIME_FIELDS,
      fc.constantFrom('2026-05-01T1', '.25Z', '%:00+00', '20%'),
    ),
    fc.record({
      field: fc.constantFrom<JsonValue>(...FILTER_TEXT_FIELDS, ...FILTER_USER_FIELDS),
      operator: fc.constantFrom<JsonValue>('exists', 'not_exists'),
    }),
  );
}

type Operand = fc.Arbitrary<JsonValue>;

function anyExactCondition(fields: readonly string[], operand: Operand): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    fc.record({
      field: fc.constantFrom<JsonValue>(...fields),
      operator: fc.constantFrom<JsonValue>('is', 'is_not'),
      value: operand,
    }),
    fc.record({
      field: fc.constantFrom<JsonValue>(...fields),
      operator: fc.constantFrom<JsonValue>('in', 'not_in'),
      value: fc.array(operand, { maxLength: 3 }),
      options: fc.record({ all: fc.boolean() }),
    }),
  );
}

function anyOrderCondition(fields: readonly string[], operand: Operand): fc.Arbitrary<JsonObject> {
  return fc.oneof(
    fc.record({
      field: fc.constantFrom<JsonValue>(...fields),
      operator: fc.constantFrom<JsonValue>('eq', 'neq', 'gt', 'gte', 'lt', 'lte'),
      value: operand,
    }),
    fc.record({
      field: fc.constantFrom<JsonValue>(...fields),
      operator: fc.constant<JsonValue>('btwn'),
      value: fc.array(operand, { minLength: 2, maxLength: 2 }),
    }),
  );
}

function anyStringCondition(fields: readonly string[], operand: Operand): fc.Arbitrary<JsonObject> {
  return fc.record({
    field: fc.constantFrom<JsonValue>(...fields),
    operator: fc.constantFrom<JsonValue>('startswith', 'endswith', 'contains', 'matches', 'like'),
    value: operand,
    options: fc.record({ case_sensitive: fc.boolean(), exact_match: fc.boolean() }),
  });
}

function anyOperand(texts: fc.Arbitrary<string>): Operand {
  return fc.oneof({ weight: 5, arbitrary: texts }, fc.constantFrom<JsonValue>(10, 9, true));
}

function anyPattern(): Operand {
  return fc.oneof(
    text,
    fc.constantFrom('%', '_', 'a%', '%C', 'a\\%', 'a\\\\c', 'a\\_c', '%\\', '_ü%'),
  );
}
