import fc from 'fast-check';
import {
  filterEnumFields,
  filterIdFields,
  filterTextFields,
  filterTimeFields,
  filterUserFields,
} from '../filter/filter.js';
import type { FilterableSpan } from '../filter/matching/filterable-span.js';
import type { JsonObject, JsonValue } from '../json/json.js';
import { spanKinds, spanTypes, statusCodes, traceTypes } from '../span/span-enums.js';
import { formatTimestamp } from '../time/timestamp.js';
import { anyAttributeCondition } from './any-attribute-filter.js';
import { anyFilterableAttributes } from './any-attributes.js';
import { anyEntryCondition, anyFilterableLists } from './any-entry-filter.js';

/**
 * A small set of strings, so that filters match spans. The strings differ only slightly: in their sort order, case or
 * escapes.
 */
const texts = [
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
const times = [
  0n,
  1_777_629_600_000_000_000n,
  1_777_629_600_000_000_001n,
  1_777_629_600_250_000_000n,
  1_777_629_601_000_000_000n,
];
const traceIds = ['1', '2', 'a'].map((digit) => digit.repeat(32));
const spanIds = ['1', '2', 'b'].map((digit) => digit.repeat(16));
const userIds = ['00000000-0000-0000-0000-000000000000', '00000000-0000-0000-0000-0000000000aa'];

const text = fc.constantFrom(...texts);
const maybeText = fc.option(text, { nil: undefined });
const time = fc.constantFrom(...times);

/** Generates a span from the same small set of values as `anyFiltering`, so that filters match. */
export function anyFilterableSpan(): fc.Arbitrary<FilterableSpan> {
  return fc
    .record({ members: anyMembers(), lists: anyFilterableLists(), json: anyFilterableAttributes() })
    .map(({ members, lists, json }) => ({ ...members, ...lists, ...json, ...shownIn(json) }));
}

/** Generates values that are stored in a separate column as well as in the JSON. */
function shownIn({ attributes, resource }: Pick<FilterableSpan, 'attributes' | 'resource'>) {
  const { type } = attributes['ag'] as { type: { trace: string; span?: string } };
  const textOf = (name: string) => {
    const value = resource?.attributes?.[name];
    return typeof value === 'string' ? value : undefined;
  };
  return {
    trace_type: type.trace,
    ...(type.span !== undefined && { span_type: type.span }),
    service_name: textOf('service.name'),
    service_version: textOf('service.version'),
  };
}

function anyMembers() {
  return fc.record({
    trace_id: fc.constantFrom(...traceIds),
    span_id: fc.constantFrom(...spanIds),
    parent_id: fc.option(fc.constantFrom(...spanIds), { nil: undefined }),
    trace_type: fc.constantFrom('invocation', 'annotation'),
    span_type: fc.constantFrom(...spanTypes),
    span_kind: fc.constantFrom(...spanKinds),
    status_code: fc.constantFrom(...statusCodes),
    span_name: text,
    status_message: maybeText,
    session_id: maybeText,
    user_id: maybeText,
    agent_id: maybeText,
    service_name: maybeText,
    service_version: maybeText,
    scope_name: maybeText,
    scope_version: maybeText,
    trace_state: maybeText,
    start_time: time,
    end_time: time,
    created_at: time,
    updated_at: fc.option(time, { nil: undefined }),
    created_by_id: fc.constantFrom(...userIds),
    updated_by_id: fc.option(fc.constantFrom(...userIds), { nil: undefined }),
  });
}

/** Generates the JSON of a filter that `parseFiltering` and `checkFiltering` accept. */
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
    anyExactCondition([filterIdFields[0]], fc.constantFrom<JsonValue>(...traceIds)),
    anyExactCondition([filterIdFields[1]], fc.constantFrom<JsonValue>(...spanIds)),
    anyExactCondition([filterIdFields[2]], fc.constantFrom<JsonValue>(null, ...spanIds)),
    anyExactCondition([filterEnumFields[0]], fc.constantFrom<JsonValue>(null, ...traceTypes)),
    anyExactCondition([filterEnumFields[1]], fc.constantFrom<JsonValue>(...spanTypes)),
    anyExactCondition([filterEnumFields[2]], fc.constantFrom<JsonValue>(...spanKinds)),
    anyExactCondition([filterEnumFields[3]], fc.constantFrom<JsonValue>(...statusCodes)),
    anyExactCondition(filterUserFields, fc.constantFrom<JsonValue>(...userIds)),
    anyExactCondition(filterTextFields, anyOperand(text)),
    anyExactCondition(filterTimeFields, time.map(formatTimestamp)),
    anyOrderCondition(filterTextFields, anyOperand(text)),
    anyOrderCondition(filterTimeFields, time.map(formatTimestamp)),
    anyStringCondition(filterTextFields, anyPattern()),
    anyStringCondition(filterTimeFields, fc.constantFrom('2026-05-01T1', '.25Z', '%:00+00', '20%')),
    fc.record({
      field: fc.constantFrom<JsonValue>(...filterTextFields, ...filterUserFields),
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
