import fc from 'fast-check';
import { anyJsonValue } from '../testing/index.js';
import type { JsonValue } from './json.js';
import { parseJsonText } from './parse-json-text.js';
import { stringifyJson } from './stringify-json.js';

function parse(text: string): JsonValue {
  const body = parseJsonText(text);
  if (body.status !== 'parsed') {
    throw new Error(body.message);
  }
  return body.value;
}

function problemOf(text: string) {
  const parsed = parseJsonText(text);
  return parsed.status === 'parsed' ? undefined : parsed;
}

describe('parseJsonText', () => {
  it.each([
    ['9007199254740991', 9_007_199_254_740_991],
    ['9007199254740993', 9_007_199_254_740_993n],
    ['-9007199254740993', -9_007_199_254_740_993n],
    ['9007199254740992', 9_007_199_254_740_992n],
    ['-9223372036854775808', -(2n ** 63n)],
    ['18446744073709551615', 2n ** 64n - 1n],
    ['18446744073709551616', 18_446_744_073_709_552_000],
    ['-9223372036854775809', -9_223_372_036_854_776_000],
    ['9007199254740993.0', 9_007_199_254_740_992],
    ['1e300', 1e300],
    ['1e-400', 0],
    ['0.1', 0.1],
  ])('reads the number %s', (literal, expected) => {
    expect(parse(`{"n":[${literal}]}`)).toEqual({ n: [expected] });
    expect(parse(literal)).toEqual(expected);
  });

  it('restores large integers at any depth, next to texts that look like them', () => {
    const text =
      '{"__proto__":{"n":9007199254740993},"a":["\\\\",-9007199254740993,"\\"9007199254740993",{"b":9007199254740995}],"9007199254740993":"9007199254740993"}';

    const value = parse(text) as { [key: string]: JsonValue };

    expect(Object.getOwnPropertyDescriptor(value, '__proto__')?.value).toEqual({
      n: 9_007_199_254_740_993n,
    });
    expect(value['a']).toEqual([
      '\\',
      -9_007_199_254_740_993n,
      '"9007199254740993',
      { b: 9_007_199_254_740_995n },
    ]);
    expect(value['9007199254740993']).toBe('9007199254740993');
  });

  it.each(['1e400', '-1e400', `1${'0'.repeat(400)}`, '1.5E+0400'])(
    'refuses the number %s',
    (literal) => {
      expect(problemOf(`{"a":9007199254740993,"n":${literal}}`)?.status).toBe('malformed');
    },
  );

  it('leaves digits inside texts unchanged', () => {
    const text = '{"t":"9007199254740993, 1e400","n":9007199254740993}';

    expect(parse(text)).toEqual({ t: '9007199254740993, 1e400', n: 9_007_199_254_740_993n });
  });

  it.each([
    ['"\\ud800"', '\ufffd'],
    ['"\\uDC00x"', '\ufffdx'],
    ['"\\ud83d\\ude00"', '😀'],
    ['"\\uD83D\\uDE00\\ude00"', '😀\ufffd'],
    ['"\\ud83d\\ud83d\\ude00"', '\ufffd😀'],
    ['"\\\\ud800"', '\\ud800'],
    ['"\\\\\\ud800"', '\\\ufffd'],
    ['"\\\\ud83d\\ude00"', '\\ud83d\ufffd'],
    ['"\\ud83d\\n\\ude00"', '\ufffd\n\ufffd'],
  ])('reads the escapes of %s', (text, expected) => {
    expect(parse(`{"k":${text}}`)).toEqual({ k: expected });
  });

  it('replaces lone surrogates in keys as well', () => {
    expect(parse('{"\\ud800":1}')).toEqual({ '\ufffd': 1 });
  });

  it('reads __proto__ and constructor as ordinary keys', () => {
    const value = parse('{"__proto__":{"x":1},"constructor":2}') as object;

    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each(['[', '{'])('accepts 500 levels of %s and refuses 501', (opening) => {
    const open = opening === '[' ? '[' : '{"a":';
    const close = opening === '[' ? ']' : '}';
    const nested = (levels: number) =>
      `${open.repeat(levels - 1)}${opening}${close.repeat(levels)}`;

    expect(problemOf(nested(500))).toBeUndefined();
    expect(problemOf(nested(501))).toMatchObject({ status: 'malformed', position: undefined });
    expect(problemOf(`[9007199254740993,${nested(500)}]`)?.status).toBe('malformed');
  });

  it('refuses a million levels without running out of stack', () => {
    expect(problemOf('['.repeat(1_000_000) + ']'.repeat(1_000_000))?.status).toBe('malformed');
  });

  it.each([
    ['scalars of a list', `[${'1,'.repeat(98)}1]`],
    ['members of an object', `{"a":[${'{"b":1},'.repeat(48)}2],"c":3}`],
  ])('counts the values of a text: %s', (_, text) => {
    expect(parseJsonText(text, 100).status).toBe('parsed');
    expect(parseJsonText(text, 99)).toMatchObject({
      status: 'too_complex',
      limit: 'values',
      message: 'holds more than 99 values',
    });
  });

  it.each(['', '{', '{"a":1,}', 'undefined', "{'a':1}", '{"a":1} x', '\ufeff{}', 'NaN'])(
    'refuses %p as malformed',
    (text) => {
      expect(problemOf(text)).toMatchObject({ status: 'malformed' });
    },
  );

  it('reports the position at which the text becomes invalid', () => {
    expect(problemOf('{"a":1,}')).toMatchObject({ position: 7 });
  });

  it('reads back every value that stringifyJson writes', () => {
    fc.assert(
      fc.property(anyJsonValue(4), (value) => {
        expect(parse(stringifyJson({ value }))).toEqual({ value });
      }),
      { numRuns: 300 },
    );
  });

  it('reads any text like JSON.parse, except for repaired surrogates and exact integers', () => {
    const anyEscapes = fc
      .array(fc.constantFrom('\\\\', '\\n', '\\ud83d', '\\ude00', '\\u0041', 'x', 'ud83d'))
      .map((parts) => `"${parts.join('')}"`);

    fc.assert(
      fc.property(anyEscapes, (text) => {
        const expected = Buffer.from(JSON.parse(text) as string).toString();

        expect(parse(text)).toBe(expected);
      }),
      { numRuns: 400 },
    );
  });
});
