import type { EntryAttributeTest, EntryTest } from '@spanhouse/span-schema';
import { jsonAtPath } from './filter-json-path-to-sql.js';
import { jsonContains, jsonTestToSql } from './filter-json-to-sql.js';
import { parsable } from './filter-parsable-json.js';
import type { StatementParameters } from './statement.js';

const ENTRY_ATTRIBUTES = `JSONExtractRaw(${parsable('x')}, 'attributes')`;

/** Lists are JSON texts; reads omit an empty `attributes` of an entry, and so does the row. */
export function entryTestToSql(test: EntryTest, parameters: StatementParameters): string {
  const conditions = test.members.map(({ name, values }) => {
    const [value, ...more] = values;
    const member = `JSONExtractString(${parsable('x')}, '${name}')`;
    return more.length === 0 && value !== undefined
      ? `${member} = ${parameters.bind('String', value)}`
      : `has(${parameters.bind('Array(String)', values)}, ${member})`;
  });
  const { attributes } = test;
  if (attributes !== undefined && Object.keys(attributes).length > 0) {
    conditions.push(jsonContains(ENTRY_ATTRIBUTES, attributes, parameters));
  }
  return someEntry(test.field, conditions.length === 0 ? 'true' : conditions.join(' AND '));
}

export function entryAttributeTestToSql(
  { field, key, value }: EntryAttributeTest,
  parameters: StatementParameters,
): string {
  const found = jsonAtPath(parsable(ENTRY_ATTRIBUTES), key, parameters);
  return someEntry(field, jsonTestToSql(found, { kind: 'contains', value }, parameters));
}

function someEntry(column: string, condition: string): string {
  return `(${column} != '' AND arrayExists(x -> ${condition}, JSONExtractArrayRaw(${column})))`;
}
