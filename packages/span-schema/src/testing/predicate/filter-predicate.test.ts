import fc from 'fast-check';
import { formatFilterTime } from '../../filter/conditions/time-conditions.js';
import type { FilterableSpan } from '../../filter/matching/filterable-span.js';
import type { JsonObject, JsonValue } from '../../json/json.js';
import { anyCondition, anyFilterableSpan, anyFiltering } from '../any-filter.js';
import { filterExpressionIn } from '../check-filter-json.js';
import { createFilterPredicate } from './filter-predicate.js';

function isMatch(filtering: JsonValue, span: FilterableSpan): boolean {
  return createFilterPredicate(filterExpressionIn(filtering))(span);
}

const opposites = new Map<JsonValue | undefined, JsonValue>([
  ['is', 'is_not'],
  ['in', 'not_in'],
  ['exists', 'not_exists'],
]);

const aSpan = {
  trace_id: '1'.repeat(32),
  span_id: '2'.repeat(16),
  trace_type: 'invocation',
  span_type: 'llm',
  span_kind: 'SPAN_KIND_CLIENT',
  status_code: 'STATUS_CODE_OK',
  span_name: 'Chat 100%',
  session_id: '',
  start_time: 1_777_629_600_250_000_000n,
  end_time: 1_777_629_600_250_000_001n,
  created_at: 1_777_629_700_000_000_000n,
  created_by_id: '00000000-0000-0000-0000-000000000000',
  attributes: {},
} as FilterableSpan;

describe('createFilterPredicate', () => {
  it('matches everything without a filter', () => {
    expect(isMatch({}, aSpan)).toBe(true);
  });

  it('is two-valued: every operator has an exact opposite', () => {
    fc.assert(
      fc.property(anyCondition(), anyFilterableSpan(), (condition, span) => {
        const opposite = opposites.get(condition['operator']);
        const negated = { operator: 'not', conditions: [condition] };
        expect(isMatch(negated, span)).toBe(!isMatch({ conditions: [condition] }, span));
        if (opposite !== undefined) {
          expect(isMatch({ conditions: [{ ...condition, operator: opposite }] }, span)).toBe(
            !isMatch({ conditions: [condition] }, span),
          );
        }
      }),
    );
  });

  it('combines conditions as their operators require', () => {
    fc.assert(
      fc.property(
        fc.array(anyFiltering(1), { minLength: 1, maxLength: 4 }),
        anyFilterableSpan(),
        (conditions, span) => {
          const each = conditions.map((filtering) => isMatch(filtering, span));
          expect(isMatch({ operator: 'and', conditions }, span)).toBe(each.every(Boolean));
          expect(isMatch({ operator: 'or', conditions }, span)).toBe(each.some(Boolean));
          expect(isMatch({ operator: 'nand', conditions }, span)).toBe(!each.every(Boolean));
          expect(isMatch({ operator: 'nor', conditions }, span)).toBe(!each.some(Boolean));
        },
      ),
    );
  });

  it.each<[JsonObject, boolean]>([
    [{ field: 'status_message', operator: 'is_not', value: 'x' }, true],
    [{ field: 'status_message', operator: 'not_in', value: ['x'] }, true],
    [{ field: 'status_message', operator: 'neq', value: 'x' }, false],
    [{ field: 'status_message', operator: 'like', value: '%' }, false],
    [{ field: 'status_message', operator: 'in', value: ['x', null] }, true],
    [{ field: 'status_message' }, true],
    [{ field: 'session_id' }, false],
    [{ field: 'session_id', operator: 'exists' }, true],
    [{ field: 'session_id', value: '' }, true],
    [{ field: 'deleted_at', value: null }, true],
    [{ field: 'deleted_by_id', operator: 'exists' }, false],
    [{ field: 'span_type', value: null }, false],
    [{ field: 'span_name', value: 'chat 100%' }, false],
    [{ field: 'span_name', operator: 'matches', value: 'chat' }, true],
    [
      { field: 'span_name', operator: 'matches', value: 'chat', options: { exact_match: true } },
      false,
    ],
    [
      {
        field: 'span_name',
        operator: 'contains',
        value: 'chat',
        options: { case_sensitive: true },
      },
      false,
    ],
    [{ field: 'span_name', operator: 'endswith', value: '%' }, true],
    [{ field: 'span_name', operator: 'startswith', value: '_' }, false],
    [{ field: 'span_name', operator: 'in', value: [] }, false],
    [{ field: 'span_name', operator: 'not_in', value: [] }, true],
    [
      { field: 'span_name', operator: 'in', value: ['Chat 100%', 'b'], options: { all: true } },
      false,
    ],
    [
      { field: 'span_name', operator: 'not_in', value: ['Chat 100%', 'b'], options: { all: true } },
      true,
    ],
    [{ field: 'span_name', operator: 'btwn', value: ['Chat 100%', 'Chat 100%'] }, true],
    [{ field: 'end_time', operator: 'gt', value: '2026-05-01T10:00:00.25Z' }, true],
    [{ field: 'start_time', operator: 'gt', value: '2026-05-01T10:00:00.25Z' }, false],
    [{ field: 'start_time', operator: 'contains', value: '2026-05-01T10:00:00.25Z' }, true],
    [{ field: 'end_time', operator: 'endswith', value: ':00.250000001+00' }, true],
    [{ field: 'start_time', operator: 'like', value: '2026-05-01T%Z' }, true],
  ])('%j matches: %j', (condition, expected) => {
    expect(isMatch({ conditions: [condition] }, aSpan)).toBe(expected);
  });

  it('orders texts by code point', () => {
    const condition = { field: 'span_name', operator: 'gt', value: '\uffee' };

    expect(isMatch({ conditions: [condition] }, { ...aSpan, span_name: '😀' })).toBe(true);
  });
});

describe('formatFilterTime', () => {
  it.each([
    [1_777_629_600_000_000_000n, '2026-05-01 10:00:00+00'],
    [1_777_629_600_250_000_000n, '2026-05-01 10:00:00.25+00'],
    [1_777_629_600_000_000_010n, '2026-05-01 10:00:00.00000001+00'],
    [1_777_629_600_000_001_000n, '2026-05-01 10:00:00.000001+00'],
  ])('prints %d as %s', (timeNs, text) => {
    expect(formatFilterTime(timeNs)).toBe(text);
  });
});
