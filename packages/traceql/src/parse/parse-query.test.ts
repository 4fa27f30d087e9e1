import { printQuery } from '../print/print-query.js';
import { stagesOf } from '../testing/stages-of.js';
import { parseQuery } from './parse-query.js';

function conditionOf(filter: string) {
  const [stage] = stagesOf(filter);
  return stage?.kind === 'spans' && stage.spans.kind === 'filter'
    ? stage.spans.condition
    : undefined;
}

function printed(query: string): string {
  return printQuery(parseQuery(query));
}

describe('parseQuery', () => {
  it.each([
    ['{ .a || .b && .c }', '{ (.a || .b) && .c }'],
    ['{ .a + 1 > 2 && .b }', '{ ((.a + 1) > 2) && .b }'],
    ['{ .a + .b * .c ^ .d ^ 2 > 0 }', '{ (.a + (.b * (.c ^ (.d ^ 2)))) > 0 }'],
    ['{ -.a * .b < 0 }', '{ (-(.a * .b)) < 0 }'],
    ['{ !.a && .b }', '{ (!.a) && .b }'],
    ['{ .a } || { .b } && { .c } > { .d }', '({ .a } || { .b }) && ({ .c } > { .d })'],
    ['{ .a } > { .b } >> { .c }', '({ .a } > { .b }) >> { .c }'],
    [
      '({ .a } | count() > 1) || ({ .b } | { .c }) > ({ .d })',
      '({ .a } | count() > 1) || (({ .b } | { .c }) > ({ .d }))',
    ],
    [
      '(({ .a } | count() > 1) && ({ .b })) && ({ .c })',
      '(({ .a } | count() > 1) && ({ .b })) && ({ .c })',
    ],
    ['1 + 2 * ({ } | rate()) - 3 * 4', '(1 + (2 * ({ } | rate()))) - 12'],
    [
      '(({ } | rate()) + (5)) / ({ } | rate() > 2) > 1',
      '(({ } | rate()) + 5) / ({ } | rate() > 2) > 1',
    ],
  ])('reads %s with the levels of its operators', (query, expected) => {
    expect(printed(query)).toBe(expected);
  });

  it('treats arithmetic operators as part of a name if no blank precedes them', () => {
    expect(conditionOf('{ .a-1 = 2 }')).toMatchObject({
      left: { kind: 'field', field: { name: 'a-1' } },
    });
    expect(conditionOf('{ .a - 1 = 2 }')).toMatchObject({
      left: { kind: 'binary', operator: '-' },
    });
  });

  it('reads names in quotes, with any characters', () => {
    expect(conditionOf(String.raw`{ span."odd } \"name\" \\"."x" }`)).toEqual({
      kind: 'field',
      field: { kind: 'attribute', scope: 'span', name: 'odd } "name" \\.x' },
    });
  });

  it('reads strings with the escapes of Go, and raw strings', () => {
    expect(conditionOf(String.raw`{ name = "a\n\x41\u00e9\U0001F600\101\xc3\xa9" }`)).toMatchObject(
      {
        right: { literal: { value: 'a\nAé😀Aé' } },
      },
    );
    expect(conditionOf('{ name = `a\\n"` }')).toMatchObject({
      right: { literal: { value: 'a\\n"' } },
    });
  });

  it.each([
    ['1h30m', 5_400_000_000_000n],
    ['1.5s', 1_500_000_000n],
    ['2d', 172_800_000_000_000n],
    ['1w', 604_800_000_000_000n],
    ['1y', 31_536_000_000_000_000n],
    ['1h30m1ms1ns', 5_400_001_000_001n],
    ['.5us', 500n],
    ['10µs', 10_000n],
  ])('reads the duration %s', (text, value) => {
    expect(conditionOf(`{ duration > ${text} }`)).toMatchObject({
      right: { literal: { type: 'duration', value } },
    });
  });

  it.each([
    ['1 + 2 * 3', { type: 'int', value: 7n }],
    ['(-7 / 2)', { type: 'int', value: -3n }],
    ['7 / 2.0', { type: 'float', value: 3.5 }],
    ['2 * 500ms', { type: 'duration', value: 1_000_000_000n }],
    ['1s - 1ms', { type: 'duration', value: 999_000_000n }],
    ['1m / 1s', { type: 'float', value: 60 }],
  ])('computes the scalar %s', (text, scalar) => {
    expect(stagesOf(`{ } | avg(duration) > ${text}`).at(-1)).toMatchObject({ scalar });
  });

  it('skips comments and white space', () => {
    expect(printed('{ /* a\n} */ name = "a" // b\n } // c')).toBe('{ name = "a" }');
  });

  it.each([
    '{ } | histogram_over_time(duration) with(sample=true)',
    '{ } | compare({ status = error }, 10, 5, 7)',
    '({ }) && (count() > 1)',
    '(select(name)) || ({ })',
    '-2 * ({ } | rate() by (name)) with(exemplars=false)',
    '{ } with(most_recent=true, sample=0.1, span_sample=1, trace_sample=false)',
    '{ } | rate() with(extrapolate=false)',
    '{ } | rate() by (.a, .b, .c, .d, .e)',
    '{ } | histogram_over_time(.a) by (.a, .b, .c, .d)',
    '{ .a > .9 && .b < 5. }',
    '{resource.service.name="a"&&duration>1h30m}|rate()',
    `${'('.repeat(100)}{ }${')'.repeat(100)}`,
    `{ ${Array(999).fill('.a').join(' && ')} }`,
    `{ name = "${'x'.repeat(131_072 - '{ name = "" }'.length)}" }`,
  ])('reads %s', (query) => {
    expect(() => parseQuery(query)).not.toThrow();
  });

  it.each([
    ['{ name = 1 }', '{ name = 1 }: operands of different types'],
    ['{ .a == 1 }', 'parse error at line 1, col 6: unexpected "=="'],
    ['{ status > ok }', '{ status > ok }: > is not defined for status'],
    ['{ 1 + 1 }', '{ 1 + 1 }: a filter must be true or false'],
    ['{ name }', '{ name }: a filter must be true or false'],
    ['{ duration = nil }', '{ duration = nil }: duration always exists, so it is never nil'],
    ['{ duration =~ "x" }', '{ duration =~ "x" }: =~ is not defined for duration'],
    ['{ .a > nil }', '{ .a > nil }: > is not defined for nil'],
    ['{ name =\n  1 }', '{ name = 1 }: operands of different types'],
    ['{ name != nil }', '{ name != nil }: name always exists, so it is never nil'],
    ['{ rootServiceName = nil }', expect.stringContaining('rootServiceName always exists')],
    ['{ duration > 1 h }', 'parse error at line 1, col 16: unexpected "h"'],
    ['{ .a > .9x }', 'parse error at line 1, col 8: .9x is no number and no duration'],
    ['{ parent = nil }', 'parent is not supported'],
    ['{ parent.a = 1 }', 'parent is not supported'],
    ['{ parent.span.a = 1 }', 'parent is not supported'],
    ['{ parent.resource.a = 1 }', 'parent is not supported'],
    ['{ name =~ "[" }', expect.stringMatching(/^\{ name =~ "\[" \}: invalid pattern: /)],
    ['{ name =~ .a }', '{ name =~ .a }: the right side of =~ must be a string'],
    ['{ a = 1 }', 'parse error at line 1, col 3: unexpected "a"'],
    ['{ .a = 1', 'parse error at line 1, col 9: unexpected end of query, expected "}"'],
    ['{ .a = "x }', 'parse error at line 1, col 8: the string does not end'],
    ['{ .a = 12x }', 'parse error at line 1, col 8: 12x is no number and no duration'],
    [
      '{ .a = 9223372036854775808 }',
      'parse error at line 1, col 8: 9223372036854775808 is out of range',
    ],
    ['{ . = 1 }', 'parse error at line 1, col 4: expected the name of an attribute'],
    ['{ } \n& { }', 'parse error at line 2, col 1: unexpected "&"'],
    [
      'count()',
      'parse error at line 1, col 8: unexpected end of query, expected "=" or "!=" or "<" or "<=" or ">" or ">="',
    ],
    ['{ } | count()', expect.stringContaining('unexpected end of query')],
    ['coalesce() | { }', 'parse error at line 1, col 1: unexpected "coalesce"'],
    ['{ } | min(.a) + 1 > 2', expect.stringContaining('unexpected "+"')],
    ['{ } | min(1) > 2', 'min(1): the expression must name a field'],
    ['{ } | min(name) > 2', 'min(name): the expression must be a number'],
    ['{ } | by(1)', 'by(1): the expression must name a field'],
    ['{ } | topk(3)', 'parse error at line 1, col 7: unexpected "topk"'],
    ['{ } | rate() | topk(0)', 'topk() takes a number of series from 1'],
    ['{ } | quantile_over_time(duration, 2)', 'a quantile is a number from 0 to 1'],
    ['{ } | max_over_time(name)', 'name: the field must be a number'],
    ['{ } | compare({ status = error }) > 1', 'nothing may follow compare()'],
    ['{ } | compare({ status = error }, 1001)', 'compare() takes 1 to 1000 values'],
    ['{ } | compare({ }, 0)', 'compare() takes 1 to 1000 values'],
    ['{ } | compare({ }, 10, 5)', expect.stringContaining('unexpected ")"')],
    ['{ } | compare({ }) | topk(1)', 'nothing may follow compare()'],
    ['{ } | rate() by (.a, .b, .c, .d, .e, .f)', 'by() takes at most 5 fields here'],
    ['{ } | histogram_over_time(.a) by (.a, .b, .c, .d, .e)', 'by() takes at most 4 fields here'],
    [
      '{ } | quantile_over_time(.a, 0.5) by (.a, .b, .c, .d, .e)',
      'by() takes at most 4 fields here',
    ],
    ['2 < count()', expect.stringContaining('unexpected')],
    ['{ } | 2 < count()', expect.stringContaining('unexpected')],
    ['{ } | count() > count()', expect.stringContaining('unexpected "count"')],
    ['{ } | rate() | { }', 'parse error at line 1, col 16: unexpected "{"'],
    ['{ } rate()', expect.stringContaining('unexpected "rate"')],
    ['({ } | count() > 1) && { }', 'parse error at line 1, col 24: unexpected "{"'],
    ['({ } | count() > 1) && ({ }) | count() > 1', 'parse error at line 1, col 30: unexpected "|"'],
    ['({ }) > ({ } | by(name))', 'structural operators need one span set, use coalesce()'],
    ['({ } | rate()) + 1s', 'durations are not allowed in arithmetic of metrics'],
    ['({ } | compare({ })) + 1', 'compare() cannot be part of arithmetic'],
    ['({ } | rate()) + ({ } | count() > 1)', expect.stringContaining('unexpected ")"')],
    ['({ } | rate()) + ({ })', expect.stringContaining('unexpected "{"')],
    ['{ } with(foo=1)', 'hint "foo" is not supported'],
    ['{ } | rate() with(extrapolate=true)', 'hint "extrapolate" is not supported'],
    ['{ } | count() > 1 / 0', 'division by zero'],
    [`${'('.repeat(101)}{ }${')'.repeat(101)}`, 'more than 100 levels of nesting'],
    [`{ ${'!'.repeat(101)}.a }`, 'more than 100 levels of nesting'],
    [`{ ${Array(1001).fill('.a').join(' && ')} }`, 'more than 1000 filters and comparisons'],
    [`{ name = "${'x'.repeat(131_072)}" }`, 'the query has more than 131072 bytes'],
  ])('refuses %s', (query, reason) => {
    const message =
      typeof reason === 'string'
        ? `invalid TraceQL query: ${reason}`
        : expect.stringMatching(/^invalid TraceQL query: /);

    expect(() => parseQuery(query)).toThrow(
      expect.objectContaining({ name: 'TraceQlError', message }),
    );
    if (typeof reason !== 'string') {
      expect(refusalOf(query)).toEqual(reason);
    }
  });
});

function refusalOf(query: string): string {
  try {
    return printQuery(parseQuery(query));
  } catch (error) {
    return (error as Error).message.replace('invalid TraceQL query: ', '');
  }
}
