import { flattenAttributes } from './flatten-attributes.js';

describe('flattenAttributes', () => {
  it('joins the names on the way to each value, in the order of the object', () => {
    const rows = flattenAttributes({ b: { c: 'x', a: 1 }, list: [1, { d: 2 }], none: null, e: {} });

    expect(rows).toEqual([
      { path: 'b.c', text: 'x', isText: true },
      { path: 'b.a', text: '1', isText: false },
      { path: 'list', text: '[1,{"d":2}]', isText: false },
      { path: 'none', text: 'null', isText: false },
      { path: 'e', text: '{}', isText: false },
    ]);
  });

  it('keeps every digit of a large integer', () => {
    const [row] = flattenAttributes({ n: 18_446_744_073_709_551_615n });

    expect(row?.text).toBe('18446744073709551615');
  });
});
