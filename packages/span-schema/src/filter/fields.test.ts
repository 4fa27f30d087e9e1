import { readFileSync } from 'node:fs';
import { refusalText } from '../testing/check-filter-json.js';
import { filteringDocument } from '../testing/filtering-document.js';
import { contentOperators, filterFieldGroups } from './fields.js';
import { conditionOperators, operatorsOf } from './operators.js';

const filteringFile = `${__dirname}/../../../../docs/api/filtering.md`;

const operatorsByField = [
  ...Object.values(filterFieldGroups).flatMap(({ fields, families }) =>
    fields.map((field) => [field, operatorsOf(families)] as const),
  ),
  ['content', contentOperators] as const,
];

describe('filterFieldGroups', () => {
  it.each(operatorsByField)('lists exactly the operators that %s supports', (field, operators) => {
    const taken = conditionOperators.filter(
      (operator) =>
        !/ only supports .* (?:operators?|contains)/.test(
          refusalText({ field, operator, key: 'k', value: 'v' }),
        ),
    );

    expect(taken).toEqual(operators);
  });

  it('matches docs/api/filtering.md, which npm run docs writes', () => {
    const stored = readFileSync(filteringFile, 'utf8');

    expect(stored).toContain('`service_name`');
    expect(filteringDocument(stored)).toBe(stored);
  });
});
