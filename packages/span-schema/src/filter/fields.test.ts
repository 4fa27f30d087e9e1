import { readFileSync } from 'node:fs';
import { filteringDocument } from '../testing/filtering-document.js';
import { checkFiltering } from './check-filter.js';
import { contentOperators, filterFieldGroups } from './fields.js';
import { conditionOperators, operatorsOf } from './operators.js';
import { parseFiltering } from './structure.js';

const filteringFile = `${__dirname}/../../../../docs/api/filtering.md`;

const operatorsByField = [
  ...Object.values(filterFieldGroups).flatMap(({ fields, families }) =>
    fields.map((field) => [field, operatorsOf(families)] as const),
  ),
  ['content', contentOperators] as const,
];

function textOf400(field: string, operator: string): string {
  const condition = { field, operator, key: 'k', value: 'v' };
  const parsed = parseFiltering({ conditions: [condition] }, ['body']);
  const checked = parsed.status === 'parsed' ? checkFiltering(parsed.filtering) : undefined;
  return checked?.status === 'invalid' ? checked.text : '';
}

describe('filterFieldGroups', () => {
  it.each(operatorsByField)(
    'has every operator that %s takes, and no other',
    (field, operators) => {
      const taken = conditionOperators.filter(
        (operator) => !/ only supports .* (?:operators?|contains)/.test(textOf400(field, operator)),
      );

      expect(taken).toEqual(operators);
    },
  );

  it('matches docs/api/filtering.md, which npm run docs writes', () => {
    const stored = readFileSync(filteringFile, 'utf8');

    expect(stored).toContain('`service_name`');
    expect(filteringDocument(stored)).toBe(stored);
  });
});
