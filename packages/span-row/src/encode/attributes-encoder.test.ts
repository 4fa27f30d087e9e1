import type { JsonObject } from '@spanhouse/span-schema';
import { aCanonicalSpan } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import type { SpanColumnName } from '../columns/column-table.js';
import { presentBits } from '../columns/column-table.js';
import { columnsOfVersion, ROW_SCHEMA_VERSION } from '../columns/row-schema-version.js';
import { type DecodedRow, decodeColumns } from '../decode/decode-columns.js';
import { aRowContext } from '../testing/index.js';
import { boolPairHash, numberPairHash, pathHash, textPairHash } from './pair-hash.js';
import { SpanRowEncoder } from './span-row-encoder.js';

const columns = columnsOfVersion(ROW_SCHEMA_VERSION).map(({ name }) => name);

function rowOf(attributes: JsonObject, span_name = 'ask'): DecodedRow<SpanColumnName> {
  const encoder = new SpanRowEncoder();
  encoder.encode(aCanonicalSpan({ attributes, span_name }), aRowContext());
  const [row] = decodeColumns(columns, encoder.take());
  if (row === undefined) {
    throw new Error('no row');
  }
  return row;
}

function keysOf(text: string): readonly string[] {
  return text.split('\0').slice(0, -1);
}

function numbersOf(row: DecodedRow<SpanColumnName>): readonly (readonly [string, number])[] {
  return keysOf(row.number_keys).map((key, index) => [key, row.number_values[index] ?? Number.NaN]);
}

function manyMembers(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, n]));
}

function manyObjects(count: number): JsonObject {
  return Object.fromEntries(Array.from({ length: count }, (_, n) => [`o${n}`, {}]));
}

function nestedObjects(levels: number): JsonObject {
  let object: JsonObject = {};
  for (let level = 0; level < levels; level++) {
    object = { [`n${level}`]: object };
  }
  return object;
}

/** Counts the paths and keys that a new encoder creates for these attributes. */
function workFor(attributes: JsonObject): SpanRowEncoder['work'] {
  const encoder = new SpanRowEncoder();
  encoder.encode(aCanonicalSpan({ attributes }), aRowContext());
  return encoder.work;
}

describe('AttributesEncoder', () => {
  it('writes the scalar leaves of the attributes by their dotted path', () => {
    const row = rowOf({
      tier: 'gold',
      list: [1, { b: true }, null, 'x'],
      big: 2n ** 60n,
      '': { '': 'empty' },
      ag: { data: { outputs: { score: 0.5 } } },
    });

    expect(keysOf(row.string_keys)).toEqual(['tier', 'list.3', '.']);
    expect(numbersOf(row)).toEqual([
      ['list.0', 1],
      ['big', 2 ** 60],
      ['ag.data.outputs.score', 0.5],
    ]);
    expect(keysOf(row.bool_keys)).toEqual(['list.1.b']);
    expect(row.attribute_hashes).toEqual([
      textPairHash(pathHash('tier'), 'gold'),
      numberPairHash(pathHash('list.0'), 1),
      boolPairHash(pathHash('list.1.b'), true),
      textPairHash(pathHash('list.3'), 'x'),
      numberPairHash(pathHash('big'), 2 ** 60),
      textPairHash(pathHash('.'), 'empty'),
      numberPairHash(pathHash('ag.data.outputs.score'), 0.5),
    ]);
    expect(row.present & presentBits.attributes_cut).toBe(0);
  });

  it('hashes the first 96 characters of a long text, as cutText cuts them', () => {
    const text = 'x'.repeat(96);

    expect(rowOf({ text: `${text}tail` }).attribute_hashes).toEqual(
      rowOf({ text }).attribute_hashes,
    );
    expect(rowOf({ text: text.slice(1) }).attribute_hashes).not.toEqual(
      rowOf({ text }).attribute_hashes,
    );
  });

  it.each([
    ['a long list', { list: Array.from({ length: 129 }, () => 1) }],
    ['many leaves', Object.fromEntries(Array.from({ length: 1025 }, (_, n) => [`k${n}`, n]))],
    ['a long path', { ['k'.repeat(600)]: 1 }],
    ['a long path of short names', { ['a'.repeat(300)]: { ['b'.repeat(300)]: { c: 1 } } }],
    ['an empty name', { '': 1 }],
    ['a long path above short names', { ['k'.repeat(500)]: manyMembers(100) }],
    ['many empty objects', { before: manyObjects(9000), leaf: 1 }],
    ['a name with many dots in an object', { a: { ['x.'.repeat(40)]: 1 } }],
    ['one path for two leaves', { a: { b: 1 }, 'a.b': 2 }],
    ['a name with the character between keys', { 'a\0b': 1 }],
  ])('marks a row whose keys lack leaves: %s', (_case, attributes) => {
    const row = rowOf(attributes);

    expect(row.present & presentBits.attributes_cut).toBe(presentBits.attributes_cut);
    expect(row.attribute_hashes).toContain(0);
    expect(JSON.parse(row.attributes)).toEqual(attributes);
  });

  it('creates keys only for leaves', () => {
    expect(workFor({ a: { b: { c: { d: 1, e: [true] } } } }).keys).toBe(2);
  });

  it('creates no paths or keys after the lists are full', () => {
    const full = workFor(manyMembers(1024));
    const overfull = workFor({
      ...manyMembers(1024),
      deep: nestedObjects(300),
      ...manyObjects(500),
    });

    expect(overfull).toEqual(full);
  });

  it('bounds the paths of a span without leaves', () => {
    expect(workFor(manyObjects(50_000)).paths).toBeLessThan(10_000);
  });

  it('repeats a long name in the keys only in proportion to the text of the attributes', () => {
    const attributes = { ['k'.repeat(500)]: manyMembers(1000) };
    const row = rowOf(attributes);

    const keyBytes = keysOf(row.number_keys).join('').length;
    expect(keyBytes).toBeGreaterThan(4 * row.attributes.length);
    expect(keyBytes).toBeLessThan(4096 + 4 * row.attributes.length);
  });

  it('finds a nested leaf under a name with dots without marking the row', () => {
    const row = rowOf({ http: { 'status.code': 200 }, 'x.y': { z: true } });

    expect(numbersOf(row)).toEqual([['http.status.code', 200]]);
    expect(keysOf(row.bool_keys)).toEqual(['x.y.z']);
    expect(row.present & presentBits.attributes_cut).toBe(0);
  });

  it('stays correct and small while producers keep sending new names', () => {
    const encoder = new SpanRowEncoder();
    for (let round = 0; round < 200; round++) {
      const attributes = Object.fromEntries(
        Array.from({ length: 500 }, (_, index) => [`name-${round}-${index}`, round]),
      );
      encoder.encode(aCanonicalSpan({ attributes }), aRowContext());

      const [row] = decodeColumns(columns, encoder.take());

      expect(row?.attributes).toBe(JSON.stringify(attributes));
      expect(row?.number_values).toHaveLength(500);
    }
  });

  it.each([
    0.1,
    0.3,
    1e-7,
    1e-6,
    0.001,
    0.000123,
    999.999999,
    1e21,
    -0.5,
    5e-324,
    1.7976931348623157e308,
    2 ** 30,
    2 ** 31 + 1,
    123.456,
    0.1 + 0.2,
    100,
    0.010001,
  ])('writes %d as JSON does', (number) => {
    expect(rowOf({ number }).attributes).toBe(JSON.stringify({ number }));
  });

  it('writes whole numbers beyond 64 bits with an exponent, and -0 as 0', () => {
    const row = rowOf({ a: 2 ** 64, b: -1e19, c: 1e20, d: 2 ** 63, e: -(2 ** 63), f: -0 });

    expect(row.attributes).toBe(
      '{"a":1.8446744073709552e+19,"b":-1e+19,"c":1e+20,"d":9223372036854776000,"e":-9.223372036854776e+18,"f":0}',
    );
    expect(Object.is(row.number_values.at(-1), 0)).toBe(true);
  });

  it('writes every decimal of six places as JSON does', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1_100_000_000 }), (micros) => {
        const number = micros / 1e6;
        expect(rowOf({ number }).attributes).toBe(JSON.stringify({ number }));
      }),
    );
  });

  it('keeps texts of every length around the limits of its fast paths', () => {
    for (const unit of ['x', 'ß', '世', '😀', '"', '\n', '\u0000', '\u2028']) {
      for (const length of [31, 63, 64, 65, 127, 128, 200, 16_383, 16_384, 22_000, 70_000]) {
        const text = unit.repeat(length);
        const row = rowOf({ text, ag: { data: {} } }, text);
        expect(row.span_name).toBe(text);
        expect(row.attributes).toBe(JSON.stringify({ text, ag: { data: {} } }));
      }
    }
  });
});
