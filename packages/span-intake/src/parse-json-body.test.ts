import { Buffer } from 'node:buffer';
import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import { anyJsonValue } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { parseJsonBody } from './parse-json-body.js';

function parse(text: string): JsonValue {
  const body = parseJsonBody(Buffer.from(text));
  if (body.status !== 'parsed') {
    throw new Error(JSON.stringify(body.detail));
  }
  return body.value;
}

function problemOf(body: string | Buffer) {
  const parsed = parseJsonBody(Buffer.from(body));
  return parsed.status === 'parsed' ? undefined : parsed.detail[0];
}

describe('parseJsonBody', () => {
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

  it.each(['1e400', '-1e400', `1${'0'.repeat(400)}`, '1.5E+0400'])(
    'refuses the number %s',
    (literal) => {
      expect(problemOf(`{"a":9007199254740993,"n":${literal}}`)?.type).toBe('json_invalid');
    },
  );

  it('leaves digits inside texts alone', () => {
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

  it('makes lone surrogates in keys whole as well', () => {
    expect(parse('{"\\ud800":1}')).toEqual({ '\ufffd': 1 });
  });

  it('takes __proto__ and constructor as ordinary keys', () => {
    const value = parse('{"__proto__":{"x":1},"constructor":2}') as object;

    expect(Object.keys(value)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
  });

  it.each(['[', '{'])('takes 500 levels of %s and refuses 501', (opening) => {
    const open = opening === '[' ? '[' : '{"a":';
    const close = opening === '[' ? ']' : '}';
    const nested = (levels: number) =>
      `${open.repeat(levels - 1)}${opening}${close.repeat(levels)}`;

    expect(problemOf(nested(500))).toBeUndefined();
    expect(problemOf(nested(501))).toMatchObject({ type: 'json_invalid', loc: ['body'] });
    expect(problemOf(`[9007199254740993,${nested(500)}]`)?.type).toBe('json_invalid');
  });

  it('refuses a million levels without running out of stack', () => {
    expect(problemOf('['.repeat(1_000_000) + ']'.repeat(1_000_000))?.type).toBe('json_invalid');
  });

  it.each(['', '{', '{"a":1,}', 'undefined', "{'a':1}", '{"a":1} x', '\ufeff{}', 'NaN'])(
    'refuses %p as malformed',
    (text) => {
      expect(problemOf(text)).toMatchObject({ type: 'json_invalid', msg: 'JSON decode error' });
    },
  );

  it('names the place where the text breaks', () => {
    expect(problemOf('{"a":1,}')?.loc).toEqual(['body', 7]);
  });

  it.each([[[0x22, 0xff, 0x22]], [[0x22, 0xed, 0xa0, 0x80, 0x22]], [[0x22, 0xc3]]])(
    'refuses the bytes %p as no UTF-8',
    (bytes) => {
      expect(problemOf(Buffer.from(bytes))).toMatchObject({
        type: 'json_invalid',
        ctx: { error: 'Invalid UTF-8' },
      });
    },
  );

  it('reads back every value that stringifyJson wrote', () => {
    fc.assert(
      fc.property(anyJsonValue(4), (value) => {
        expect(parse(stringifyJson({ value }))).toEqual({ value });
      }),
      { numRuns: 500 },
    );
  });

  it('reads any text as JSON.parse does, up to what it repairs', () => {
    const anyEscapes = fc
      .array(fc.constantFrom('\\\\', '\\n', '\\ud83d', '\\ude00', '\\u0041', 'x', 'ud83d'))
      .map((parts) => `"${parts.join('')}"`);

    fc.assert(
      fc.property(anyEscapes, (text) => {
        const expected = Buffer.from(JSON.parse(text) as string).toString();

        expect(parse(text)).toBe(expected);
      }),
      { numRuns: 1000 },
    );
  });
});
