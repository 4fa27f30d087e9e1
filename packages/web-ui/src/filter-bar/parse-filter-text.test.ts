import { manyRuns } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { FilterTextError } from './filtering.js';
import { parseFilterText } from './parse-filter-text.js';

function conditionOf(text: string) {
  return parseFilterText(text)?.conditions[0];
}

const duration = { field: 'attributes', key: 'ag.metrics.duration.cumulative' };

describe('parseFilterText', () => {
  it.each([
    ['status:error', { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' }],
    ['type:llm,chat', { field: 'span_type', operator: 'in', value: ['llm', 'chat'] }],
    ['kind:server', { field: 'span_kind', operator: 'is', value: 'SPAN_KIND_SERVER' }],
    ['name~raf', { field: 'span_name', operator: 'contains', value: 'raf' }],
    ['name^=dr', { field: 'span_name', operator: 'startswith', value: 'dr' }],
    ['name$=ft', { field: 'span_name', operator: 'endswith', value: 'ft' }],
    ['name like "dr%"', { field: 'span_name', operator: 'like', value: 'dr%' }],
    ['service:"my shop"', { field: 'service_name', operator: 'is', value: 'my shop' }],
    ['duration>5s', { ...duration, operator: 'gt', value: 5000 }],
    ['duration<=200ms', { ...duration, operator: 'lte', value: 200 }],
    [
      '.customer.tier:premium',
      { field: 'attributes', key: 'customer.tier', operator: 'is', value: 'premium' },
    ],
    ['.n:5', { field: 'attributes', key: 'n', operator: 'is', value: 5 }],
    [
      '.n:18446744073709551615',
      { field: 'attributes', key: 'n', operator: 'is', value: 18_446_744_073_709_551_615n },
    ],
    ['.n:"5"', { field: 'attributes', key: 'n', operator: 'is', value: '5' }],
    ['.n:007', { field: 'attributes', key: 'n', operator: 'is', value: '007' }],
    ['.n:null', { field: 'attributes', key: 'n', operator: 'is', value: null }],
    ['resource.host:a', { field: 'resource.attributes', key: 'host', operator: 'is', value: 'a' }],
    ['parent:none', { field: 'parent_id', operator: 'is', value: null }],
    ['is:root', { field: 'parent_id', operator: 'is', value: null }],
    ['has(.x)', { field: 'attributes', key: 'x', operator: 'exists' }],
    ['timeout', { field: 'content', operator: 'contains', value: 'timeout' }],
    ['"payment failed"', { field: 'content', operator: 'contains', value: 'payment failed' }],
    ['"a \\"b\\" \\\\"', { field: 'content', operator: 'contains', value: 'a "b" \\' }],
    ['json:x', undefined],
  ])('reads %s', (text, expected) => {
    if (expected === undefined) {
      expect(() => parseFilterText(text)).toThrow("There is no field 'json'.");
    } else {
      expect(conditionOf(text)).toEqual(expected);
    }
  });

  it.each([
    ['9us', 0.009],
    ['3µs', 0.003],
    ['7ns', 0.000007],
    ['1.005s', 1005],
    ['1.005m', 60_300],
    ['1.1h', 3_960_000],
  ])('reads %s as the milliseconds that a span of this duration has', (text, ms) => {
    expect(conditionOf(`duration:${text}`)).toMatchObject({ value: ms });
  });

  it('reads a range as two bounds, both included', () => {
    expect(parseFilterText('duration:1s..5s')).toEqual({
      operator: 'and',
      conditions: [
        { ...duration, operator: 'gte', value: 1000 },
        { ...duration, operator: 'lte', value: 5000 },
      ],
    });
  });

  it('finds a model that answered or was asked', () => {
    expect(parseFilterText('model:demo')).toMatchObject({
      operator: 'or',
      conditions: [{ key: 'ag.meta.response.model' }, { key: 'ag.meta.request.model' }],
    });
  });

  it('joins neighbours by and, which binds more than or; brackets and not group', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((value) => ({
      field: 'content',
      operator: 'contains',
      value,
    }));
    expect(parseFilterText('a b or c')).toEqual({
      operator: 'or',
      conditions: [{ operator: 'and', conditions: [a, b] }, c],
    });
    expect(parseFilterText('a (b or c)')).toEqual({
      operator: 'and',
      conditions: [a, { operator: 'or', conditions: [b, c] }],
    });
    expect(parseFilterText('-a not (b and c)')).toEqual({
      operator: 'and',
      conditions: [
        { operator: 'not', conditions: [a] },
        { operator: 'not', conditions: [{ operator: 'and', conditions: [b, c] }] },
      ],
    });
  });

  it('takes any filter of the API as JSON, with every digit', () => {
    expect(parseFilterText('json{"conditions":[{"value":{"a":18446744073709551615}}]} a')).toEqual({
      operator: 'and',
      conditions: [
        { conditions: [{ value: { a: 18_446_744_073_709_551_615n } }] },
        { field: 'content', operator: 'contains', value: 'a' },
      ],
    });
  });

  it.each([
    ['stat:error', 0, "There is no field 'stat'. Attributes begin with a dot: .stat"],
    ['duration>soon', 9, "'soon' is not a duration such as 5s or 200ms."],
    ['tokens>x', 7, "'x' is not a number."],
    ['a (b', 2, 'The closing bracket is missing.'],
    ['a) b', 1, 'There is no opening bracket.'],
    ['a or', 4, 'A condition is missing.'],
    ['status:', 7, "'status' needs a value."],
    ['"a', 0, 'The closing quotation mark is missing.'],
    ['json{"a"', 4, 'This JSON object is not complete.'],
  ])('states where %j is wrong', (text, at, message) => {
    expect(() => parseFilterText(text)).toThrow(expect.objectContaining({ at, message }));
  });

  it('is empty for an empty text', () => {
    expect(parseFilterText('  ')).toBeUndefined();
  });

  it('reads every text or states where it is wrong', () => {
    const piece = fc.constantFrom(...'a:() "-,>\\}', 'or', 'json{', '..', '.x', 'has(');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const text = pieces.join('');
        try {
          parseFilterText(text);
        } catch (error) {
          expect(error).toBeInstanceOf(FilterTextError);
          expect((error as FilterTextError).at).toBeLessThanOrEqual(text.length);
        }
      }),
      { numRuns: manyRuns },
    );
  });
});
