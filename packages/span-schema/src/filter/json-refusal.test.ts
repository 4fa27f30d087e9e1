import type { JsonObject, JsonValue } from '../json/json.js';
import { checkFilterJson, refusalText } from '../testing/check-filter-json.js';

describe.each(['attributes', 'resource.attributes', 'scope.attributes'])(
  'FilterRefusal of %s',
  (field) => {
    const entries = (value: JsonValue) => ({ field, key: 'a', operator: 'in', value });

    it.each<[JsonObject, string]>([
      [{ value: 1 }, 'key is required and thus never null.'],
      [{ key: null, operator: 'has' }, 'key is required and thus never null.'],
      [
        { key: 'a', operator: 'has', value: 1 },
        'only supports comparison, numeric, string, list, and existence operators.',
      ],
      [{ key: 'a', operator: 'in', value: 1 }, 'value must be a list for list operators.'],
      [{ key: 'a', operator: 'not_in' }, 'value must be a list for list operators.'],
      [{ key: 'a', operator: 'like', value: 5 }, 'value must be a string for string operators.'],
      [{ key: 'a', operator: 'contains' }, 'value must be a string for string operators.'],
      ...[true, null, [1], {}].map((value): [JsonObject, string] => [
        { key: 'a', operator: 'gt', value },
        'value must be a number or a string for numeric operators.',
      ]),
      ...[5, [1], [1, 'a'], [1, 2, 3], [1, null], [true, false]].map(
        (value): [JsonObject, string] => [
          { key: 'a', operator: 'btwn', value },
          "value must be a list of two numbers or two strings for 'btwn'.",
        ],
      ),
    ])('refuses %j', (condition, text) => {
      expect(refusalText({ field, ...condition })).toBe(`'${field}' ${text}`);
    });

    it.each<JsonObject>([
      { key: 'a' },
      { key: '', value: null },
      { key: 'a', operator: 'is_not', value: [{}, []] },
      { key: 'a', operator: 'in', value: [null] },
      { key: 'a', operator: 'exists', value: 'ignored' },
    ])('accepts %j', (condition) => {
      expect(refusalText({ field, ...condition })).toBe('');
    });

    it('refuses operands that are too large for one statement', () => {
      let nested: JsonValue = [];
      for (let level = 0; level < 64; level++) {
        nested = [nested];
      }

      expect(refusalText({ field, key: 'a', value: nested })).toBe(
        `'${field}' value is nested deeper than 64 levels.`,
      );
      expect(refusalText(entries(Array.from({ length: 10_001 }, () => 'a')))).toBe(
        `'${field}' value has more than 10000 entries.`,
      );
      expect(refusalText(entries(Array.from({ length: 2501 }, () => ({ a: 1 }))))).toBe(
        'Filters have at most 5000 values in objects and lists.',
      );
      expect(refusalText(entries(Array.from({ length: 10_000 }, () => 'a')))).toBe('');
    });
  },
);

describe.each([
  ['references', 'one or more (possibly partial) references'],
  ['links', 'one or more (possibly partial) links'],
  ['events', 'one or more (possibly partial) events'],
  ['hashes', 'one or more hash ids or partial hashes'],
])('FilterRefusal of %s', (field, entries) => {
  it.each<JsonObject>([
    { operator: 'is', value: {} },
    { operator: 'gt', value: 1 },
    { operator: 'contains', value: 'a' },
  ])('refuses %j', (condition) => {
    expect(refusalText({ field, ...condition })).toBe(
      `'${field}' only supports list, dict, and existence operators.`,
    );
  });

  it('refuses a key for operators that do not use it', () => {
    for (const operator of ['in', 'exists']) {
      expect(refusalText({ field, operator, key: 'attributes.a' })).toBe(
        `'${field}' key is only supported for dict operators.`,
      );
    }
  });

  it('refuses a value for existence operators', () => {
    expect(refusalText({ field, operator: 'not_exists', value: 1 })).toBe(
      `'${field}' value is not supported for existence operators.`,
    );
  });

  it.each<JsonValue>([
    null,
    5,
    [5],
    [null],
    [{}],
    [{ other: 1 }],
    [{ attributes: 'a' }],
    { id: 5, trace_id: 5, name: 5 },
    { id: 'no-id', trace_id: '0x1', name: [] },
  ])('refuses %j as entries', (value) => {
    expect(refusalText({ field, operator: 'in', value })).toBe(
      `'${field}' value must be ${entries}.`,
    );
  });

  it.each<JsonValue | undefined>([undefined, 'id.x', 'a', 'attributes', 'attribute.a'])(
    'refuses the key %j',
    (key) => {
      expect(
        refusalText({ field, operator: 'has', ...(key !== undefined && { key }), value: 1 }),
      ).toBe(
        field === 'hashes'
          ? "'hashes' key must be 'id' or dot notation under 'attributes'."
          : `'${field}' key must be a string in dot notation starting with 'attributes'.`,
      );
    },
  );

  it('accepts a single entry instead of a list, an entry with only attributes, and an empty list', () => {
    expect(refusalText({ field, operator: 'in', value: { attributes: {} } })).toBe('');
    expect(refusalText({ field, operator: 'not_in', value: [] })).toBe('');
    expect(refusalText({ field, operator: 'has', key: 'attributes.a' })).toBe('');
  });

  it('refuses more entries than one statement can contain', () => {
    const value = Array.from({ length: 1001 }, () => ({ attributes: {} }));

    expect(refusalText({ field, operator: 'in', value })).toBe(
      `'${field}' value has more than 1000 entries.`,
    );
  });
});

describe('FilterRefusal of partial entries', () => {
  it('refuses an invalid slug and an invalid hash id', () => {
    expect(refusalText({ field: 'references', operator: 'in', value: [{ slug: '.a b' }] })).toBe(
      "'references' value must be one or more (possibly partial) references.",
    );
    expect(refusalText({ field: 'hashes', operator: 'in', value: ['zz'] })).toBe(
      "'hashes' value must be one or more hash ids or partial hashes.",
    );
    expect(refusalText({ field: 'hashes', operator: 'has', key: 'id', value: 'zz' })).toBe(
      "'hashes' value must be one or more hash ids or partial hashes.",
    );
  });

  it('accepts hash ids with and without dashes', () => {
    const hex = '42A28C7683F797C76EE1C9BEE372FB5A';
    const dashed = '42a28c76-83f7-97c7-6ee1-c9bee372fb5a';

    expect(
      checkFilterJson({ conditions: [{ field: 'hashes', operator: 'in', value: [hex, dashed] }] }),
    ).toEqual({
      status: 'checked',
      expression: {
        kind: 'entry',
        field: 'hashes',
        members: [{ name: 'id', values: [dashed, dashed] }],
        attributes: undefined,
      },
    });
  });
});

describe('FilterRefusal of content', () => {
  it.each<[JsonObject, string]>([
    [{ value: 'a' }, "only supports full-text search operator: 'contains'."],
    [{ operator: 'like', value: 'a' }, "only supports full-text search operator: 'contains'."],
    [{ operator: 'contains' }, 'value is required and thus never null for full-text search.'],
    [{ operator: 'contains', value: 5 }, 'value must be a string for full-text search.'],
    [{ operator: 'contains', value: 'a '.repeat(1001) }, 'value has more than 1000 words.'],
  ])('refuses %j', (condition, text) => {
    expect(refusalText({ field: 'content', ...condition })).toBe(`'content' ${text}`);
  });
});
