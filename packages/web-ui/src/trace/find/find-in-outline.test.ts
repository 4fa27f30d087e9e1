import { checkFiltering, parseFiltering } from '@spanhouse/span-schema';
import {
  createFilterPredicate,
  type FilterableSpan,
  manyRuns,
} from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import type { Filtering } from '../../filter-bar/filtering.js';
import { parseFilterText } from '../../filter-bar/parse-filter-text.js';
import { anOutline } from '../../testing/an-outline.js';
import { findInOutline, findWords, wordsOf } from './find-in-outline.js';

describe('wordsOf', () => {
  it('returns the words of a text without conditions', () => {
    expect(wordsOf(parseFilterText('Draft "two words"') as never)).toEqual(['draft', 'two words']);
  });

  it.each(['status:error', 'a or b', '-a', 'a status:error'])('returns nothing for %j', (text) => {
    expect(wordsOf(parseFilterText(text) as never)).toBeUndefined();
  });
});

describe('findWords', () => {
  const outline = anOutline([
    { name: 'Draft', service: 'shop', type: 'chat', model: 'demo-model' },
    { name: 'shop' },
  ]);
  const find = (...words: readonly string[]) => findWords(outline, words);

  it('finds parts of names, services, types and models, whatever their case', () => {
    expect([find('dra'), find('shop'), find('chat'), find('demo')]).toEqual([
      [0],
      [0, 1],
      [0],
      [0],
    ]);
  });

  it('needs every word', () => {
    expect([find('draft', 'shop'), find('draft', 'other')]).toEqual([[0], []]);
  });

  it('finds a span by its whole id', () => {
    expect(find('0000000000000002')).toEqual([1]);
  });
});

/** Returns the predicate that the store would apply for a filter. */
function twinOf(filtering: Filtering) {
  const parsed = parseFiltering(filtering as never, []);
  const checked = parsed.status === 'parsed' ? checkFiltering(parsed.filtering) : parsed;
  if (checked.status !== 'checked') {
    throw new Error(JSON.stringify(checked));
  }
  return createFilterPredicate(checked.expression);
}

describe('findInOutline', () => {
  const texts = ['', 'Draft', 'draft', 'aft', 'chat', 'unknown', 'ü', 'Ü'];
  const codes = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];
  const anyText = fc.constantFrom(...texts);
  const textOperators = ['is', 'is_not', 'startswith', 'endswith', 'contains'];
  const listOf = (text: fc.Arbitrary<string>) => fc.array(text, { minLength: 1, maxLength: 3 });
  const onText = fc.record({
    field: fc.constantFrom('span_name', 'service_name'),
    operator: fc.constantFrom(...textOperators),
    value: anyText,
  });
  const onTexts = fc.record({
    field: fc.constantFrom('span_name', 'service_name'),
    operator: fc.constantFrom('in', 'not_in'),
    value: listOf(anyText),
  });
  const onType = fc.record({
    field: fc.constant('span_type'),
    operator: fc.constantFrom('in', 'not_in'),
    value: listOf(fc.constantFrom('chat', 'unknown')),
  });
  const onStatus = fc.record({
    field: fc.constant('status_code'),
    operator: fc.constantFrom('is', 'is_not'),
    value: fc.constantFrom(...codes),
  });
  const condition = fc.oneof(onText, onTexts, onType, onStatus);
  const pair = fc.array(condition, { minLength: 1, maxLength: 3 });
  const anyFilter: fc.Arbitrary<Filtering> = fc.oneof(
    fc.record({ operator: fc.constantFrom('and' as const, 'or' as const), conditions: pair }),
    condition.map((one) => ({ operator: 'not' as const, conditions: [one] })),
  );
  const anyRow = fc.record({
    span_name: anyText,
    service_name: fc.option(anyText, { nil: undefined }),
    span_type: fc.constantFrom('chat', 'unknown'),
    status_code: fc.constantFrom(...codes),
  });

  it('finds exactly what the twin of the store finds', () => {
    fc.assert(
      fc.property(fc.array(anyRow), anyFilter, (rows, filtering) => {
        const outline = anOutline(
          rows.map((row) => ({
            name: row.span_name,
            service: row.service_name,
            type: row.span_type,
            status: codes.indexOf(row.status_code),
          })),
        );
        const isMatch = twinOf(filtering);

        const expected = [...rows.keys()].filter((at) => isMatch(rows[at] as FilterableSpan));
        expect(findInOutline(outline, filtering)).toEqual(expected);
      }),
      { numRuns: manyRuns },
    );
  });

  it.each(['.customer.tier:x', 'duration>5s', 'a b', 'status:error a', '-(name:a .x:1)'])(
    'leaves %j to the service',
    (text) => {
      const filtering = parseFilterText(text) as Filtering;

      expect(findInOutline(anOutline([]), filtering)).toBeUndefined();
    },
  );
});
