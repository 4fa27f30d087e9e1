import fc from 'fast-check';
import { filterListFields } from '../filter/filter.js';
import type { FilterableSpan } from '../filter/matching/filterable-span.js';
import type { JsonObject, JsonValue } from '../json/json.js';

const uuids = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-00000000000a'];
const slugs = ['app', 'my-app'];
const traceId = '1'.repeat(32);
const spanIds = ['1', 'b'].map((digit) => digit.repeat(16));

const attributes = fc.constantFrom<JsonValue>(
  { key: 'invocation' },
  { key: 'testcase', a: { b: [1, 'x'] } },
  { 'exception.type': 'Error', 'exception.stack': 'at foo\nbar' },
  { exception: { type: 'Error' }, 'exception.type': 'Other' },
  {},
);

function text(...values: string[]) {
  return fc.constantFrom<JsonValue>(...values);
}

const memberNames = {
  references: { id: text(...uuids), slug: text(...slugs), version: text('1', '2') },
  links: { trace_id: text(traceId), span_id: text(...spanIds) },
  hashes: { id: text(...uuids) },
  events: { name: text('exception', 'Exception', '') },
};

type Lists = Pick<FilterableSpan, 'references' | 'links' | 'hashes' | 'events'>;

/** Generates lists in their stored form, which has neither empty lists nor entries with empty attributes. */
export function anyFilterableLists(): fc.Arbitrary<Lists> {
  const list = (field: keyof typeof memberNames) =>
    fc.option(
      fc
        .array(anyEntry(field), { minLength: 1, maxLength: 3 })
        .map((entries) => entries.map(stored)),
      { nil: undefined },
    );
  return fc.record({
    references: list('references'),
    links: list('links'),
    hashes: list('hashes'),
    events: list('events'),
  });
}

function anyEntry(field: keyof typeof memberNames): fc.Arbitrary<JsonObject> {
  const members: Record<string, fc.Arbitrary<JsonValue>> = { ...memberNames[field], attributes };
  return field === 'references'
    ? fc.record(members, { requiredKeys: ['id'] })
    : fc.record(members, { requiredKeys: Object.keys(memberNames[field]) });
}

function stored({ attributes: own, ...entry }: JsonObject): JsonObject {
  return own === undefined || Object.keys(own as JsonObject).length === 0
    ? entry
    : { ...entry, attributes: own };
}

/** Generates the JSON of a condition on references, links, hashes or events. */
export function anyEntryCondition(): fc.Arbitrary<JsonObject> {
  return fc.constantFrom(...filterListFields).chain((field) =>
    fc.oneof(
      { weight: 3, arbitrary: anyInCondition(field) },
      { weight: 2, arbitrary: anyHasCondition(field) },
      {
        weight: 1,
        arbitrary: fc.record({
          field: fc.constant<JsonValue>(field),
          operator: fc.constantFrom<JsonValue>('exists', 'not_exists'),
        }),
      },
    ),
  );
}

function anyInCondition(field: keyof typeof memberNames): fc.Arbitrary<JsonObject> {
  const members: Record<string, fc.Arbitrary<JsonValue>> = { ...memberNames[field], attributes };
  const partial = fc
    .record(members, { requiredKeys: [] })
    .filter((entry) => Object.keys(entry).length > 0);
  return fc.record({
    field: fc.constant<JsonValue>(field),
    operator: fc.constantFrom<JsonValue>('in', 'not_in'),
    value: fc.array(partial as fc.Arbitrary<JsonValue>, { maxLength: 3 }),
    options: fc.record({ all: fc.boolean() }),
  });
}

function anyHasCondition(field: keyof typeof memberNames): fc.Arbitrary<JsonObject> {
  return fc.record({
    field: fc.constant<JsonValue>(field),
    operator: fc.constantFrom<JsonValue>('has', 'has_not'),
    key: fc.constantFrom<JsonValue>(
      'attributes.key',
      'attributes.exception.type',
      'attributes.exception',
      'attributes.a.b',
      'attributes.a.b.1',
      'attributes.a',
    ),
    value: fc.constantFrom<JsonValue>('invocation', 'Error', 'Other', 'x', [1], { b: ['x'] }, null),
  });
}
