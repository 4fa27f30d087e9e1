import fc from 'fast-check';
import { indentJson } from './indent-json.js';

describe('indentJson', () => {
  it('writes what JSON.stringify writes', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 3), (value, indent) => {
        const text = JSON.stringify(value, undefined, indent);

        expect(indentJson(text)).toBe(JSON.stringify(value, undefined, 2));
      }),
    );
  });

  it('keeps each value as it was sent', () => {
    expect(indentJson('{"n":1.0,"m":18446744073709551615,"t":"\\u0041"}')).toBe(
      '{\n  "n": 1.0,\n  "m": 18446744073709551615,\n  "t": "\\u0041"\n}',
    );
  });
});
