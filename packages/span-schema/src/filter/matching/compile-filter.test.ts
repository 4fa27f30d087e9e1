import fc from 'fast-check';
import { anyFilterableSpan, anyFiltering } from '../../testing/any-filter.js';

import { createFilterPredicate } from '../../testing/predicate/filter-predicate.js';
import { checkFiltering } from '../check-filter.js';
import { parseFiltering } from '../structure.js';
import { compileFilter } from './compile-filter.js';

describe('compileFilter', () => {
  it('matches the spans that the twin of the store matches', () => {
    let matches = 0;
    fc.assert(
      fc.property(anyFiltering(), fc.array(anyFilterableSpan()), (json, spans) => {
        const parsed = parseFiltering(json, []);
        const checked = parsed.status === 'parsed' ? checkFiltering(parsed.filtering) : undefined;
        if (checked?.status !== 'checked') {
          throw new Error('The filter is invalid.');
        }
        const { expression } = checked;
        const found = spans.filter(compileFilter(expression));

        expect(found).toEqual(spans.filter(createFilterPredicate(expression)));
        matches += found.length;
      }),
      { numRuns: 500 },
    );
    expect(matches).toBeGreaterThan(0);
  });
});
