import fc from 'fast-check';
import { parseExactJson } from '../../api/json/parse-exact-json.js';
import type { Json } from '../../api/shown-span.js';
import { writeJson } from './write-json.js';

describe('writeJson', () => {
  it('writes what JSON.stringify writes, in one line and in many', () => {
    // JSON.stringify writes -0 as 0, so the generated values contain 0 instead of -0.
    const withoutMinusZero = fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)));
    fc.assert(
      fc.property(withoutMinusZero, (value) => {
        fc.pre(!/\d{16}/.test(JSON.stringify(value)));
        expect(writeJson(value as Json)).toBe(JSON.stringify(value));
        expect(writeJson(value as Json, 2)).toBe(JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it('leaves out members that are undefined, as JSON.stringify does', () => {
    expect(writeJson({ a: [1, undefined], b: undefined } as unknown as Json)).toBe(
      '{"a":[1,null]}',
    );
  });

  it('writes every digit of an integer beyond 2^53', () => {
    expect(writeJson({ n: -9_223_372_036_854_775_808n })).toBe('{"n":-9223372036854775808}');
  });

  it('writes numbers so that the same numbers are read, also rounded ones beyond 2^53 and -0', () => {
    const numbers = fc.oneof(
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.double({ min: 2 ** 53, max: 1e22, noNaN: true }),
      fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n }),
    );
    fc.assert(
      fc.property(numbers, (value) => {
        expect(parseExactJson(writeJson(value))).toBe(value);
      }),
    );
  });
});
