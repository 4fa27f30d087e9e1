import type { FilterExpression, FilterTest } from '@spanhouse/span-schema';
import { attributeTestToSql } from './attribute-test-to-sql.js';
import { columnTestToSql } from './column-test-to-sql.js';
import { contentTestToSql } from './content-test-to-sql.js';
import { entryAttributeTestToSql, entryTestToSql } from './entry-test-to-sql.js';

/**
 * Translates a filter into an SQL condition on the columns of `spans`. The condition is true or false for every row,
 * never NULL. It has the same result as `createFilterPredicate` in span-schema for the same span
 * (docs/api/filtering.md).
 */
export function filterToSql(expression: FilterExpression): string {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const operands = expression.operands.map((operand) => filterToSql(operand));
      return `(${operands.join(` ${expression.kind.toUpperCase()} `)})`;
    }
    case 'not':
      return `NOT (${filterToSql(expression.operand)})`;
    default:
      return testToSql(expression);
  }
}

function testToSql(test: FilterTest): string {
  switch (test.kind) {
    case 'attribute':
      return attributeTestToSql(test);
    case 'entry':
      return entryTestToSql(test);
    case 'entry_attribute':
      return entryAttributeTestToSql(test);
    case 'content':
      return contentTestToSql(test);
    default:
      return columnTestToSql(test);
  }
}
