import type { AttributeTest, JsonTest } from '@spanhouse/span-schema';
import { columnTestToSql } from './filter-columns-to-sql.js';
import { jsonAtName, jsonAtPath } from './filter-json-path-to-sql.js';
import { jsonTestToSql } from './filter-json-to-sql.js';
import { actorLeaves, columnLeaves, type Leaves, mapLeaves } from './filter-leaves.js';
import { preselect } from './filter-preselection.js';
import type { StatementParameters } from './statement.js';

/** The attributes as the API shows them: `ag` is the last member, and the row keeps these two apart. */
const WHOLE_ATTRIBUTES = `concat(substring(attributes, 1, length(attributes) - 2), ',"type":{"trace":"', trace_type, '"', if(has_type_span, concat(',"span":"', span_type, '"'), ''), '},"metrics":', metrics, '}}')`;
const REACHES_TYPE_OR_METRICS = /^ag(?:\.(?:type|metrics)(?:\.|$)|$)/;

/**
 * Scalars are in columns and maps, where they are found fast: what those cannot rule out is tested
 * exactly on the JSON text, what they decide is not.
 */
export function attributeTestToSql(test: AttributeTest, parameters: StatementParameters): string {
  const { field, key } = test;
  if (test.test.kind === 'one_of' && test.test.values.length === 0) {
    return 'false';
  }
  if (field !== 'attributes') {
    return originTestToSql(test, parameters);
  }
  const isKeptApart = REACHES_TYPE_OR_METRICS.test(key);
  const leaves = isKeptApart ? columnLeaves(key) : (actorLeaves(key) ?? mapLeaves(key, parameters));
  const object = isKeptApart ? WHOLE_ATTRIBUTES : 'attributes';
  const exact = () => jsonTestToSql(jsonAtPath(object, key, parameters), test.test, parameters);
  return leaves === undefined
    ? exact()
    : withLeaves({ key, test: test.test, leaves, exact }, parameters);
}

interface LeafTest {
  readonly key: string;
  readonly test: JsonTest;
  readonly leaves: Leaves;
  readonly exact: () => string;
}

function withLeaves(
  { key, test, leaves, exact }: LeafTest,
  parameters: StatementParameters,
): string {
  const { hint, candidates, decided } = preselect({ key, test, leaves }, parameters);
  const { cut } = leaves;
  const conditions = hint === undefined ? [] : [hint];
  if (candidates !== undefined) {
    conditions.push(cut === undefined ? candidates : `(${candidates} OR ${cut})`);
  }
  if (decided === 'true' && cut === undefined) {
    // The candidates are the answer.
  } else if (decided === undefined) {
    conditions.push(exact());
  } else {
    const inTime = [decided, cut === undefined ? 'true' : `NOT (${cut})`].filter(
      (condition) => condition !== 'true',
    );
    conditions.push(`(${inTime.join(' AND ')} OR ${exact()})`);
  }
  return `(${conditions.join(' AND ')})`;
}

/** The attributes of resource and scope: the same few texts in row after row, and no maps. */
function originTestToSql(
  { field, key, test }: AttributeTest,
  parameters: StatementParameters,
): string {
  if (field === 'resource.attributes' && key === 'service.name' && test.kind === 'contains') {
    const { value } = test;
    if (typeof value === 'string') {
      const equals = { kind: 'equals_any', field: 'service_name', values: [value] } as const;
      return columnTestToSql(equals, parameters);
    }
  }
  const column = field === 'resource.attributes' ? 'resource' : 'scope';
  const found = jsonAtName(column, key, parameters);
  return `(${column} != '' AND ${jsonTestToSql(found, test, parameters)})`;
}
