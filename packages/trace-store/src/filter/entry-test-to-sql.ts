import type { EntryAttributeTest, EntryTest } from '@spanhouse/span-schema';
import { bind } from '../connection/statement.js';
import { jsonAtPath } from './json-at-path.js';
import { jsonContains, jsonTestToSql } from './json-test-to-sql.js';
import { memberSql } from './packed-text.js';
import { parsable } from './parsable-json.js';

const entryAttributes = `JSONExtractRaw(${parsable('x')}, 'attributes')`;

/**
 * Returns an SQL condition that is true if an entry of a list has the given members. An empty `attributes` in the test
 * matches every entry, because rows and answers omit empty attributes.
 */
export function entryTestToSql(test: EntryTest): string {
  const conditions = test.members.map(({ name, values }) => {
    const [value, ...more] = values;
    const member = `JSONExtractString(${parsable('x')}, '${name}')`;
    return more.length === 0 && value !== undefined
      ? `${member} = ${bind('String', value)}`
      : `has(${bind('Array(String)', values)}, ${member})`;
  });
  const { attributes } = test;
  if (attributes !== undefined && Object.keys(attributes).length > 0) {
    conditions.push(jsonContains(entryAttributes, attributes));
  }
  return someEntry(test.field, conditions.length === 0 ? 'true' : conditions.join(' AND '));
}

/** Returns an SQL condition that is true if an entry of a list has an attribute with the given value. */
export function entryAttributeTestToSql({ field, key, value }: EntryAttributeTest): string {
  const found = jsonAtPath(parsable(entryAttributes), key);
  return someEntry(field, jsonTestToSql(found, { kind: 'contains', value }));
}

function someEntry(field: string, condition: string): string {
  const list = memberSql(field);
  return `(${list} != '' AND arrayExists(x -> ${condition}, JSONExtractArrayRaw(${list})))`;
}
