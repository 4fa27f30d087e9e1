import type { JsonObject } from '@spanhouse/span-schema';
import { aCanonicalSpan } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import type { SpanColumnName } from '../columns/column-table.js';
import { presentBits } from '../columns/column-table.js';
import { columnsOfVersion, ROW_SCHEMA_VERSION } from '../columns/row-schema-version.js';
import { type DecodedRow, decodeColumns } from '../decode/decode-columns.js';
import { aRowContext } from '../testing/index.js';
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

/** The places and map keys that a new encoder makes for these attributes. */
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

    expect([...row.string_attributes]).toEqual([
      ['tier', 'gold'],
      ['list.3', 'x'],
      ['.', 'empty'],
    ]);
    expect([...row.number_attributes]).toEqual([
      ['list.0', 1],
      ['big', 2 ** 60],
      ['ag.data.outputs.score', 0.5],
    ]);
    expect([...row.bool_attributes]).toEqual([['list.1.b', true]]);
    expect(row.present & presentBits.attributes_cut).toBe(0);
  });

  it('writes the first 96 characters of a long text and never half a character', () => {
    const row = rowOf({ plain: 'x'.repeat(300), astral: `${'x'.repeat(95)}😀tail` });

    expect(row.string_attributes.get('plain')).toBe('x'.repeat(96));
    expect(row.string_attributes.get('astral')).toBe('x'.repeat(95));
    expect(row.present & presentBits.attributes_cut).toBe(0);
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
  ])('marks a row whose maps lack leaves: %s', (_case, attributes) => {
    const row = rowOf(attributes);

    expect(row.present & presentBits.attributes_cut).toBe(presentBits.attributes_cut);
    expect(JSON.parse(row.attributes)).toEqual(attributes);
  });

  it('makes map keys for leaves alone', () => {
    expect(workFor({ a: { b: { c: { d: 1, e: [true] } } } }).mapKeys).toBe(2);
  });

  it('makes no place and no map key after the maps are full', () => {
    const full = workFor(manyMembers(1024));
    const overfull = workFor({
      ...manyMembers(1024),
      deep: nestedObjects(300),
      ...manyObjects(500),
    });

    expect(overfull).toEqual(full);
  });

  it('bounds the places of a span that has no leaves', () => {
    expect(workFor(manyObjects(50_000)).places).toBeLessThan(10_000);
  });

  it('repeats a long name in the maps only in proportion to the text of the attributes', () => {
    const attributes = { ['k'.repeat(500)]: manyMembers(1000) };
    const row = rowOf(attributes);

    const keyBytes = [...row.number_attributes.keys()].join('').length;
    expect(keyBytes).toBeGreaterThan(4 * row.attributes.length);
    expect(keyBytes).toBeLessThan(4096 + 4 * row.attributes.length);
  });

  it('finds a nested leaf under a name with dots without marking the row', () => {
    const row = rowOf({ http: { 'status.code': 200 }, 'x.y': { z: true } });

    expect(row.number_attributes.get('http.status.code')).toBe(200);
    expect(row.bool_attributes.get('x.y.z')).toBe(true);
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
      expect(row?.number_attributes.size).toBe(500);
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
    expect(Object.is(new Map(row.number_attributes).get('f'), 0)).toBe(true);
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
