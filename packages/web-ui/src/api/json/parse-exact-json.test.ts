import fc from 'fast-check';
import { parseExactJson } from './parse-exact-json.js';

const anyInteger = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n });

function exact(integer: bigint): number | bigint {
  return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer;
}

function withDigits(_key: string, value: unknown, context?: { readonly source?: string }) {
  const isLarge = typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '');
  return isLarge ? exact(BigInt(context?.source ?? 0)) : value;
}

describe('parseExactJson', () => {
  it('keeps each digit of an integer at any position', () => {
    fc.assert(
      fc.property(anyInteger, fc.constantFrom('', ' ', '\n', '\t'), (integer, space) => {
        const value = exact(integer);

        expect(parseExactJson(`${space}${integer}`)).toBe(value);
        expect(parseExactJson(`{"a":${space}${integer}}`)).toEqual({ a: value });
        expect(parseExactJson(`[${space}${integer}${space},${space}${integer}]`)).toEqual([
          value,
          value,
        ]);
      }),
    );
  });

  it('reads all other values as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseExactJson(text)).toEqual(JSON.parse(text, withDigits));
      }),
    );
  });

  it('leaves long fractions and digits in texts unchanged', () => {
    const text =
      '{"id":"1234567890123456789","cost":0.12345678901234567,"like":", 1234567890123456789"}';

    expect(parseExactJson(text)).toEqual(JSON.parse(text));
  });
});
