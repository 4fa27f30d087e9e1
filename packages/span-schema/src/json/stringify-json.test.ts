import fc from 'fast-check';
import { anyJsonValue } from '../testing/any-json.js';
import { stringifyJson } from './stringify-json.js';

describe('stringifyJson', () => {
  it('writes big integers as literals', () => {
    expect(stringifyJson({ n: 9_007_199_254_740_993n, list: [-(2n ** 63n), 2n ** 64n - 1n] })).toBe(
      '{"n":9007199254740993,"list":[-9223372036854775808,18446744073709551615]}',
    );
  });

  it('writes text that JSON.parse reads back, with big integers as the same literals', () => {
    fc.assert(
      fc.property(anyJsonValue(3), (value) => {
        const text = stringifyJson(value);

        expect(JSON.parse(text, reviveBigInteger)).toEqual(value);
      }),
    );
  });
});

function reviveBigInteger(_key: string, value: unknown, context?: { source?: string }): unknown {
  const isBig = typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '');
  return isBig && !Number.isSafeInteger(value) ? BigInt(context?.source ?? '') : value;
}
