import { anyFiltering, manyRuns } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import type { Json } from '../api/shown-span.js';
import type { Condition, Filtering } from './filtering.js';
import { parseFilterText } from './parse-filter-text.js';
import { writeFilterText } from './write-filter-text.js';

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 12 }),
  fc.constantFrom(
    'error',
    'a b',
    '5',
    '007',
    'null',
    'or',
    '"',
    '\\',
    'x..y',
    'a,b',
    '-a',
    '(',
    'json{}',
    '',
  ),
);
const values: fc.Arbitrary<Json> = fc.oneof(
  texts,
  fc.integer(),
  fc.constantFrom<Json>(true, false, null, 18_446_744_073_709_551_615n, 0.5, 1e21),
);
const operators = fc.constantFrom(
  ...'is is_not eq neq gt lt gte lte btwn startswith endswith contains matches like in not_in'.split(
    ' ',
  ),
  ...'has has_not exists not_exists'.split(' '),
);
const fields = fc.constantFrom(
  ...'trace_id span_id parent_id trace_type span_type span_kind status_code span_name'.split(' '),
  ...'status_message session_id user_id agent_id service_name scope_name scope_version'.split(' '),
  ...'trace_state start_time end_time created_at attributes resource.attributes'.split(' '),
  ...'scope.attributes references links events hashes content'.split(' '),
);
const keys = fc.oneof(
  fc.constantFrom('ag.session.id', 'ag.metrics.duration.cumulative', 'attributes.exception.type'),
  texts,
);
const conditions: fc.Arbitrary<Condition> = fc
  .record({
    field: fields,
    operator: operators,
    key: fc.option(keys, { nil: undefined }),
    value: fc.oneof(
      values,
      fc.array(fc.oneof(values, fc.record({ name: texts, trace_id: texts })), { maxLength: 3 }),
      fc.constant(undefined),
    ),
  })
  .map(({ field, operator, key, value }) => ({
    field,
    operator,
    ...(key !== undefined && { key }),
    ...(value !== undefined && { value }),
  }));
const filterings = fc.letrec<{ filtering: Filtering; part: Condition | Filtering }>((tie) => ({
  filtering: fc.record({
    operator: fc.constantFrom('and', 'or', 'not'),
    conditions: fc.array(tie('part'), { maxLength: 3 }),
  }),
  part: fc.oneof({ maxDepth: 3 }, conditions, tie('filtering')),
})).filtering;

/**
 * Generates filters that the service accepts, using every field and operator. Some values contain special characters of
 * the filter language.
 */
const everyFiltering = fc.oneof(
  { weight: 6, arbitrary: accepted(0) },
  { weight: 1, arbitrary: accepted(2) },
  { weight: 1, arbitrary: filterings },
);

function accepted(depth: number): fc.Arbitrary<Filtering> {
  return anyFiltering(depth) as unknown as fc.Arbitrary<Filtering>;
}

/**
 * Serializes a value so that equal values have equal strings. Comparing strings is faster than an `expect` call for
 * each filter.
 */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) => {
    if (typeof member === 'object' && member !== null && !Array.isArray(member)) {
      return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
    }
    return typeof member === 'bigint' || Object.is(member, -0)
      ? { digits: String(member) }
      : member;
  });
}

describe('writeFilterText', () => {
  it('writes a text from which the same filter is read, for 100,000 filters with every field and operator', () => {
    fc.assert(
      fc.property(everyFiltering, (filtering) => {
        const read = parseFilterText(writeFilterText(filtering));
        if (canonical(read) !== canonical(filtering)) {
          expect(read).toEqual(filtering);
        }
      }),
      { numRuns: manyRuns },
    );
  });

  it.each([
    'status:error service:shop timeout',
    'type:llm,chat',
    'duration>5000',
    'name~raf or name^=dr',
    '-(status:error name:draft)',
    '.customer.tier:premium .n:"5" .n:5',
    'resource.deployment.environment:prod',
    'has(.x) -has(.y)',
    'event:exception',
    'event.exception.type:Timeout',
    'link:4bf92f3577b34da6a3ce929d0e0e4736',
    'ref:my-app',
    'parent:none',
    '"payment failed"',
  ])('writes %s as it is typed', (text) => {
    expect(writeFilterText(parseFilterText(text) as Filtering)).toBe(text);
  });

  it('writes only the parts that the language cannot express as JSON', () => {
    const filtering: Filtering = {
      operator: 'and',
      conditions: [
        { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' },
        { field: 'span_name', operator: 'is_not', value: 'ask' },
      ],
    };

    expect(writeFilterText(filtering)).toBe(
      'status:error json{"field":"span_name","operator":"is_not","value":"ask"}',
    );
  });
});
