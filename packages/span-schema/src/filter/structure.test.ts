import type { JsonValue } from '../json/json.js';
import { parseFiltering } from './structure.js';

function issuesOf(value: JsonValue) {
  const parsed = parseFiltering(value, ['body', 'filtering']);
  return parsed.status === 'malformed'
    ? parsed.issues.map(({ type, loc }) => [type, loc.join('.')])
    : [];
}

function nested(levels: number): JsonValue {
  let filtering: JsonValue = { conditions: [{ field: 'span_name', value: 'a' }] };
  for (let level = 1; level < levels; level++) {
    filtering = { operator: 'not', conditions: [filtering] };
  }
  return filtering;
}

describe('parseFiltering', () => {
  it('reads an absent filter and null as no filter', () => {
    expect(parseFiltering(undefined, [])).toEqual({ status: 'parsed', filtering: undefined });
    expect(parseFiltering(null, [])).toEqual({ status: 'parsed', filtering: undefined });
  });

  it('fills in the defaults: `and`, `is` and the options', () => {
    const parsed = parseFiltering({ conditions: [{ field: 'span_name' }, {}] }, []);

    expect(parsed).toEqual({
      status: 'parsed',
      filtering: {
        operator: 'and',
        conditions: [
          {
            field: 'span_name',
            key: undefined,
            value: undefined,
            operator: 'is',
            options: { caseSensitive: false, exactMatch: false, all: false },
          },
          { operator: 'and', conditions: [] },
        ],
      },
    });
  });

  it.each<[JsonValue, string, string]>([
    ['x', 'model_attributes_type', 'body.filtering'],
    [{ operator: 'xor' }, 'enum', 'body.filtering.operator'],
    [{ conditions: {} }, 'list_type', 'body.filtering.conditions'],
    [{ conditions: [1] }, 'model_attributes_type', 'body.filtering.conditions.0'],
    [{ conditions: [{ field: 1 }] }, 'string_type', 'body.filtering.conditions.0.field'],
    [{ conditions: [{ field: null }] }, 'string_type', 'body.filtering.conditions.0.field'],
    [
      { conditions: [{ field: 'a', operator: 'equals' }] },
      'enum',
      'body.filtering.conditions.0.operator',
    ],
    [{ conditions: [{ field: 'a', key: 1 }] }, 'string_type', 'body.filtering.conditions.0.key'],
    [
      { conditions: [{ field: 'a', options: [] }] },
      'model_attributes_type',
      'body.filtering.conditions.0.options',
    ],
    [
      { conditions: [{ field: 'a', options: { all: 'yes' } }] },
      'bool_type',
      'body.filtering.conditions.0.options.all',
    ],
  ])('reports the location of the problem in %j', (value, type, loc) => {
    expect(issuesOf(value)).toEqual([[type, loc]]);
  });

  it('reports every problem, up to a hundred', () => {
    expect(issuesOf({ operator: 'x', conditions: [1, { field: 2 }] })).toHaveLength(3);
    expect(issuesOf({ conditions: Array.from({ length: 1000 }, () => 1) })).toHaveLength(100);
  });

  it('accepts a hundred levels but not more', () => {
    expect(issuesOf(nested(100))).toEqual([]);
    expect(issuesOf(nested(101)).map(([type]) => type)).toEqual(['nesting_too_deep']);
  });

  it('accepts a thousand conditions but not more', () => {
    const conditions = (length: number) => Array.from({ length }, () => ({ field: 'span_name' }));

    expect(issuesOf({ conditions: conditions(1000) })).toEqual([]);
    expect(issuesOf({ conditions: [{ conditions: conditions(1001) }] })).toEqual([
      ['too_long', 'body.filtering'],
    ]);
  });
});
