import type { FilterableSpan } from '../../filter/matching/filterable-span.js';
import type { JsonObject, JsonValue } from '../../json/json.js';
import { filterExpressionIn } from '../check-filter-json.js';
import { createFilterPredicate } from './filter-predicate.js';

function isMatch(condition: JsonObject, span: Partial<FilterableSpan>): boolean {
  const expression = filterExpressionIn({ conditions: [condition] });
  return createFilterPredicate(expression)({ attributes: {}, ...span } as FilterableSpan);
}

/** Returns whether the operator matches the value stored at `a`. `undefined` represents an absent value. */
function holdsWith(options: JsonObject) {
  return (operator: string, value: JsonValue, stored: JsonValue | undefined) =>
    isMatch(
      { field: 'attributes', key: 'a', operator, value, options },
      { attributes: stored === undefined ? {} : { a: stored } },
    );
}

const holds = holdsWith({});

describe('Filters on attributes', () => {
  const at = (key: string, attributes: JsonObject) =>
    isMatch({ field: 'attributes', key, value: 1 }, { attributes });

  it('address values by a dotted path, including names with dots and elements of lists', () => {
    expect(at('a.b.c', { a: { b: { c: 1 } } })).toBe(true);
    expect(at('a.b.c', { a: { 'b.c': 1 } })).toBe(true);
    expect(at('a.1.b', { a: [0, { b: 1 }] })).toBe(true);
    expect(at('a.1', { a: { 1: 1 } })).toBe(true);
    expect(at('a.01', { a: [0, 1] })).toBe(false);
    expect(at('a.b', { a: { b: 2 }, 'a.b': 1 })).toBe(false);
    expect(at('a.b', { a: { c: 2 }, 'a.b': 1 })).toBe(true);
    expect(at('constructor', {})).toBe(false);
  });

  it('prefer the longest literal name in resource and scope', () => {
    const condition = { field: 'resource.attributes', key: 'a.b', value: 1 };

    expect(isMatch(condition, { resource: { attributes: { 'a.b': 1, a: { b: 2 } } } })).toBe(true);
    expect(isMatch(condition, { resource: { attributes: { a: { b: 1 } } } })).toBe(true);
    expect(isMatch(condition, { resource: undefined })).toBe(false);
    expect(
      isMatch(
        { field: 'scope.attributes', key: 'a.b.0', value: 1 },
        { scope: { attributes: { 'a.b': [1] } } },
      ),
    ).toBe(true);
  });

  it('compare values of the same JSON type: objects as subsets, lists in any order', () => {
    expect(holds('is', '5', 5)).toBe(false);
    expect(holds('is', 5.0, 5)).toBe(true);
    expect(holds('is', 9_007_199_254_740_993n, 9_007_199_254_740_992n)).toBe(false);
    expect(holds('is', 1e18, 1_000_000_000_000_000_000n)).toBe(true);
    expect(holds('is', { b: 1 }, { b: 1, c: 2 })).toBe(true);
    expect(holds('is', {}, { b: 1 })).toBe(true);
    expect(holds('is', {}, [])).toBe(false);
    expect(holds('is', [2, 1], [1, 2, 3])).toBe(true);
    expect(holds('is', 1, [1])).toBe(false);
    expect(holds('is', null, null)).toBe(true);
    expect(holds('is', null, undefined)).toBe(false);
    expect(holds('is_not', 'x', undefined)).toBe(true);
  });

  it('compare stored numbers with numbers, and texts and JSON texts of numbers with texts', () => {
    expect(holds('gt', 4, '5')).toBe(false);
    expect(holds('gt', 4, true)).toBe(false);
    expect(holds('neq', 4, '5')).toBe(false);
    expect(holds('neq', 4, 5)).toBe(true);
    expect(holds('gt', 9_007_199_254_740_992n, 9_007_199_254_740_993n)).toBe(true);
    expect(holds('lt', '8', 5)).toBe(true);
    expect(holds('eq', '5', 5)).toBe(true);
    expect(holds('lt', '2026-02', '2026-01-31T00:00:00Z')).toBe(true);
    expect(holds('btwn', ['a', 'c'], 'c')).toBe(true);
    expect(holds('neq', 'a', undefined)).toBe(false);
  });

  it('match texts unchanged, and other values as compact JSON with sorted keys', () => {
    expect(holds('contains', 'B', 'abc')).toBe(true);
    expect(holdsWith({ case_sensitive: true })('contains', 'B', 'abc')).toBe(false);
    expect(holdsWith({ exact_match: true })('matches', 'ab', 'abc')).toBe(false);
    expect(
      holdsWith({ exact_match: true })('matches', '{"a":1,"b":[true,null]}', {
        b: [true, null],
        a: 1,
      }),
    ).toBe(true);
    expect(holds('startswith', '5', 5.5)).toBe(true);
    expect(holds('contains', 'u', null)).toBe(false);
    expect(holds('contains', '', undefined)).toBe(false);
  });

  it('find one of the values, including values in a stored list', () => {
    expect(holds('in', ['x', 5], 5)).toBe(true);
    expect(holds('in', ['x', 5], ['y', 'x'])).toBe(true);
    expect(holdsWith({ all: true })('in', ['x', 'y'], ['y', 'x', 'z'])).toBe(true);
    expect(holdsWith({ all: true })('in', ['x', 'y'], ['y'])).toBe(false);
    expect(holdsWith({ all: true })('in', ['x', 'x'], 'x')).toBe(true);
    expect(holdsWith({ all: true })('in', [], 'x')).toBe(false);
    expect(holds('not_in', [], undefined)).toBe(true);
    expect(holds('not_in', ['x'], undefined)).toBe(true);
  });

  it('count a JSON null as existing', () => {
    expect(holds('exists', 'ignored', null)).toBe(true);
    expect(holds('not_exists', null, undefined)).toBe(true);
  });
});

describe('Filters on lists', () => {
  const references = [
    { id: '00000000-0000-4000-8000-000000000001', slug: 'app', attributes: { key: 'a' } },
    { slug: 'other', version: '2', attributes: { 'exception.type': 'x', b: { c: [1] } } },
  ];
  const has = (condition: JsonObject) =>
    isMatch({ field: 'references', ...condition }, { references });

  it('require all members of an entry in the same stored entry', () => {
    expect(has({ operator: 'in', value: [{ slug: 'app', attributes: { key: 'a' } }] })).toBe(true);
    expect(has({ operator: 'in', value: [{ slug: 'other', attributes: { key: 'a' } }] })).toBe(
      false,
    );
    expect(has({ operator: 'in', value: { version: 2, ignored: 1 } })).toBe(true);
  });

  it('find one of the entries, or every entry with the option `all`', () => {
    const value = [{ slug: 'app' }, { slug: 'nope' }];

    expect(has({ operator: 'in', value })).toBe(true);
    expect(has({ operator: 'in', value, options: { all: true } })).toBe(false);
    expect(has({ operator: 'not_in', value })).toBe(false);
    expect(has({ operator: 'in', value: [] })).toBe(false);
  });

  it('find a value at a path of the attributes, including names with dots', () => {
    expect(has({ operator: 'has', key: 'attributes.exception.type', value: 'x' })).toBe(true);
    expect(has({ operator: 'has', key: 'attributes.b.c', value: [1] })).toBe(true);
    expect(has({ operator: 'has_not', key: 'attributes.b.c', value: [2] })).toBe(true);
  });

  it('match spans without the list only if they are negated', () => {
    const none = (operator: string, more: JsonObject) =>
      isMatch({ field: 'links', operator, ...more }, {});

    expect(none('exists', {})).toBe(false);
    expect(none('not_exists', {})).toBe(true);
    expect(none('not_in', { value: { attributes: {} } })).toBe(true);
    expect(none('has_not', { key: 'attributes.a', value: 1 })).toBe(true);
  });
});

describe('Filters on content', () => {
  const span = {
    attributes: {
      'key word': ['The quick-brown fox', { deep: 'STRASSE größer' }, 7],
      code: 'a\nnew line',
    },
    events: [{ name: 'hidden', attributes: { 'exception.message': 'It broke' } }],
  };
  const found = (value: string) => isMatch({ field: 'content', operator: 'contains', value }, span);

  it.each([
    ['QUICK', true],
    ['qui', false],
    ['GRÖSSER', false],
    ['GRÖßER', true],
    ['new', true],
    ['nnew', false],
    ['quick fox line', true],
    ['quick wolf', false],
    ['broke', true],
    ['key', false],
    ['hidden', false],
    ['7', false],
    ['"brown fox"', true],
    ['"fox brown"', false],
    ['"fox strasse"', false],
    ['"quick, BROWN"', true],
    ['quick-brown', true],
    ['wolf or fox', true],
    ['wolf or fox bear', false],
    ['bear wolf or fox', false],
    ['wolf OR bear or line', true],
    ['or', false],
    ['fox or', false],
    ['-wolf', true],
    ['fox -line', false],
    ['-"fox brown"', true],
    ['wolf or -bear', true],
    ['—', false],
    ['"" - \\ %', false],
    ['fox "', true],
    ['fox " — or bear', true],
  ])('%j is %s', (value, expected) => {
    expect(found(value)).toBe(expected);
  });
});
