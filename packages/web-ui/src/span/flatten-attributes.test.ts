import { flattenAttributes } from './flatten-attributes.js';

describe('flattenAttributes', () => {
  it('joins the names on the way to each value, in the order of the object', () => {
    const rows = flattenAttributes({ b: { c: 'x', a: 1 }, list: [1, { d: 2 }], none: null, e: {} });

    expect(rows.map(({ name, text }) => [name, text])).toEqual([
      ['b.c', 'x'],
      ['b.a', '1'],
      ['list', '[1,{"d":2}]'],
      ['none', 'null'],
      ['e', '{}'],
    ]);
  });

  it('keeps every digit of a large integer', () => {
    const [row] = flattenAttributes({ n: 18_446_744_073_709_551_615n });

    expect(row?.text).toBe('18446744073709551615');
  });

  it('adds where spans have a value', () => {
    const [row] = flattenAttributes({ a: { b: 1 } }, (path) => ({
      field: 'attributes',
      key: path.join('.'),
    }));

    expect(row?.fieldRef).toEqual({ field: 'attributes', key: 'a.b' });
  });
});
