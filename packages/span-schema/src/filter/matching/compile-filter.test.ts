import fc from 'fast-check';
import { anyFilterableSpan, anyFiltering } from '../../testing/any-filter.js';

import { filterExpressionIn } from '../../testing/check-filter-json.js';
import { createFilterPredicate } from '../../testing/predicate/filter-predicate.js';
import { compileFilter } from './compile-filter.js';

describe('compileFilter', () => {
  it('matches the same spans as the in-memory twin of the store', () => {
    let matches = 0;
    fc.assert(
      fc.property(anyFiltering(), fc.array(anyFilterableSpan()), (json, spans) => {
        const expression = filterExpressionIn(json);
        const found = spans.filter(compileFilter(expression));

        expect(found).toEqual(spans.filter(createFilterPredicate(expression)));
        matches += found.length;
      }),
      { numRuns: 500 },
    );
    expect(matches).toBeGreaterThan(0);
  });
});
