import type { FilterExpression, FilterTest } from '@spanhouse/span-schema';
import { attributeTestToSql } from './filter-attributes-to-sql.js';
import { columnTestToSql } from './filter-columns-to-sql.js';
import { contentTestToSql } from './filter-content-to-sql.js';
import { entryAttributeTestToSql, entryTestToSql } from './filter-entries-to-sql.js';
import type { StatementParameters } from './statement.js';

/**
 * The filter as a condition on columns of `spans`, true or false for every row as
 * `createFilterPredicate` of span-schema is for the same span.
 */
export function filterToSql(expression: FilterExpression, parameters: StatementParameters): string {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const operands = expression.operands.map((operand) => filterToSql(operand, parameters));
      return `(${operands.join(` ${expression.kind.toUpperCase()} `)})`;
    }
    case 'not':
      return `NOT (${filterToSql(expression.operand, parameters)})`;
    default:
      return testToSql(expression, parameters);
  }
}

function testToSql(test: FilterTest, parameters: StatementParameters): string {
  switch (test.kind) {
    case 'attribute':
      return attributeTestToSql(test, parameters);
    case 'entry':
      return entryTestToSql(test, parameters);
    case 'entry_attribute':
      return entryAttributeTestToSql(test, parameters);
    case 'content':
      return contentTestToSql(test, parameters);
    default:
      return columnTestToSql(test, parameters);
  }
}
