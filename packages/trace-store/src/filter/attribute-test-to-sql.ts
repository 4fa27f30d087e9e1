import type { AttributeTest } from '@spanhouse/span-schema';
import { attributeJson, isKeptApart, originColumn } from './attribute-json.js';
import { columnTestToSql } from './column-test-to-sql.js';
import { jsonTestToSql } from './json-test-to-sql.js';
import { actorLeaves, columnLeaves, type Leaves, listedLeaves } from './leaves.js';
import { preselect } from './preselect-to-sql.js';

/**
 * Translates an attribute test into SQL. Columns, keys and hashes preselect spans. The exact test reads the attributes
 * JSON of these spans only (docs/adr/060).
 */
export function attributeTestToSql(test: AttributeTest): string {
  const { field, key } = test;
  if (test.test.kind === 'one_of' && test.test.values.length === 0) {
    return 'false';
  }
  if (field !== 'attributes') {
    return originTestToSql(test);
  }
  const leaves = isKeptApart(key) ? columnLeaves(key) : (actorLeaves(key) ?? listedLeaves(key));
  const exact = () => jsonTestToSql(attributeJson({ field, key }), test.test);
  return leaves === undefined ? exact() : withLeaves(test, leaves, exact);
}

/**
 * Combines the preselection of a test with the exact test. The exact test runs only for rows for which the preselection
 * is inconclusive.
 */
function withLeaves({ key, test }: AttributeTest, leaves: Leaves, exact: () => string): string {
  const { hint, candidates, decided } = preselect(key, test, leaves);
  const { cut } = leaves;
  const conditions = hint === undefined ? [] : [hint];
  if (candidates !== undefined) {
    conditions.push(cut === undefined ? candidates : `(${candidates} OR ${cut})`);
  }
  const sure = [decided ?? 'false', cut === undefined ? 'true' : `NOT (${cut})`].filter(
    (condition) => condition !== 'true',
  );
  if (decided === undefined) {
    conditions.push(exact());
  } else if (sure.length > 0) {
    conditions.push(`(${sure.join(' AND ')} OR ${exact()})`);
  }
  return `(${conditions.join(' AND ')})`;
}

/**
 * Translates a test of a resource or scope attribute into SQL. Resources and scopes have few distinct JSON values and
 * no key columns.
 */
function originTestToSql({ field, key, test }: AttributeTest) {
  if (field === 'resource.attributes' && key === 'service.name' && test.kind === 'contains') {
    const { value } = test;
    if (typeof value === 'string') {
      const equals = { kind: 'equals_any', field: 'service_name', values: [value] } as const;
      return columnTestToSql(equals);
    }
  }
  const found = attributeJson({ field, key });
  return `(${originColumn(field)} != '' AND ${jsonTestToSql(found, test)})`;
}
