import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { anyJsonValue } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { flattenAttributes, flattenSpanAttributes } from './flat-attributes.js';
import { textOfValue } from './format-values.js';

describe('flattenSpanAttributes', () => {
  it.each<[string, JsonObject, readonly (readonly [string, JsonValue])[]]>([
    ['joins the keys of objects', { http: { method: 'GET' } }, [['http.method', 'GET']]],
    ['leaves dotted keys as they are', { 'a.b': { c: 1 } }, [['a.b.c', 1]]],
    [
      'keeps the stored order',
      { b: 1, a: { c: 2 } },
      [
        ['b', 1],
        ['a.c', 2],
      ],
    ],
    [
      'keeps lists of one type',
      { a: ['x'], b: [1, 2n], c: [true] },
      [
        ['a', ['x']],
        ['b', [1, 2n]],
        ['c', [true]],
      ],
    ],
    [
      'flattens other lists by index, without nulls',
      { a: [1, 'x', null, { role: 'user' }, [2]] },
      [
        ['a.0', 1],
        ['a.1', 'x'],
        ['a.3.role', 'user'],
        ['a.4', [2]],
      ],
    ],
    [
      'leaves out empty objects, and keeps empty lists and null',
      { a: {}, b: [], c: null },
      [
        ['b', []],
        ['c', null],
      ],
    ],
    [
      'numbers the leaves that have the same key',
      { a: { b: 1 }, 'a.b': 2, _conflicts: { 'a.b': 3 } },
      [
        ['a.b', 1],
        ['a.b#2', 2],
        ['a.b#3', 3],
      ],
    ],
    [
      'shows conflicting leaves last, under their original keys',
      { _conflicts: { 'a.b': 1 }, a: 'x', ag: { unsupported: { _conflicts: { 'ag.data.k': 2 } } } },
      [
        ['a', 'x'],
        ['a.b', 1],
        ['ag.data.k', 2],
      ],
    ],
    [
      'treats `_conflicts` as an ordinary key elsewhere',
      { a: { _conflicts: { b: 1 } } },
      [['a._conflicts.b', 1]],
    ],
  ])('%s', (_, attributes, expected) => {
    expect(flattenSpanAttributes(attributes)).toEqual(expected);
  });

  it('shows every scalar once, under a unique key', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyJsonValue()), (attributes) => {
        const flat = flattenAttributes(attributes as JsonObject);

        expect(new Set(flat.map(([key]) => key)).size).toBe(flat.length);
        const shown = flat.flatMap(([, value]) => (Array.isArray(value) ? value : [value]));
        expect(shown.map(String).sort()).toEqual(
          scalarsOf(attributes as JsonObject, true)
            .map(String)
            .sort(),
        );
      }),
    );
  });
});

/** Returns all scalars inside a value. Nulls in lists are left out. */
function scalarsOf(value: JsonValue, isNullShown: boolean): readonly JsonValue[] {
  if (isJsonObject(value)) {
    return Object.values(value).flatMap((member) => scalarsOf(member, true));
  }
  if (Array.isArray(value)) {
    return value.flatMap((element) => scalarsOf(element, false));
  }
  return value === null && !isNullShown ? [] : [value];
}

describe('textOfValue', () => {
  it.each<[Parameters<typeof textOfValue>[0], string]>([
    ['a', 'a'],
    [true, 'true'],
    [12.5, '12.5'],
    [99, '99'],
    [-0, '0'],
    [1e21, '1000000000000000000000'],
    [0.1, '0.1'],
    [9_223_372_036_854_775_807n, '9223372036854775807'],
    [['fast', 'html'], '["fast","html"]'],
    [[1, 9_223_372_036_854_775_807n], '[1,9223372036854775807]'],
    [[], '[]'],
    [null, 'null'],
  ])('writes %p as %s', (value, text) => {
    expect(textOfValue(value)).toBe(text);
  });
});
