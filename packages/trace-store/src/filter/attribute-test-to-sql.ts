import { agEnd } from '@spanhouse/span-row';
import type { AttributeTest, JsonTest } from '@spanhouse/span-schema';
import type { StatementParameters } from '../connection/statement.js';
import { columnTestToSql } from './column-test-to-sql.js';
import { jsonAtName, jsonAtPath } from './json-at-path.js';
import { jsonTestToSql } from './json-test-to-sql.js';
import { actorLeaves, columnLeaves, type Leaves, listedLeaves } from './leaves.js';
import { memberSql } from './packed-text.js';
import { preselect } from './preselection.js';

/** SQL: the attributes text without the closing braces of `ag`, as `openAg` of span-row cuts it. */
const opened = `substring(attributes, 1, length(attributes) - ${agEnd.length})`;
/** SQL: the attributes as the API shows them, with the type and the metrics of the other columns. */
const wholeAttributes = `concat(${opened}, ',"type":{"trace":"', trace_type, '"', if(${memberSql('has_type_span')}, concat(',"span":"', span_type, '"'), ''), '},"metrics":', ${memberSql('metrics')}, '${agEnd}')`;
const reachesTypeOrMetrics = /^ag(?:\.(?:type|metrics)(?:\.|$)|$)/;

/**
 * Writes the test of an attribute. Columns, keys and hashes tell which spans may match. Only these are tested
 * exactly, on the JSON text (docs/adr/065).
 */
export function attributeTestToSql(test: AttributeTest, parameters: StatementParameters): string {
  const { field, key } = test;
  if (test.test.kind === 'one_of' && test.test.values.length === 0) {
    return 'false';
  }
  if (field !== 'attributes') {
    return originTestToSql(test, parameters);
  }
  const isKeptApart = reachesTypeOrMetrics.test(key);
  const leaves = isKeptApart
    ? columnLeaves(key)
    : (actorLeaves(key) ?? listedLeaves(key, parameters));
  const object = isKeptApart ? wholeAttributes : 'attributes';
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

/** Combines the preselection of a test with the exact test, which only undecided rows need. */
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
    // The candidates are exactly the rows that match.
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

/** Writes the test of an attribute of a resource or scope. These have no maps, and few distinct texts. */
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
  const column = memberSql(field === 'resource.attributes' ? 'resource' : 'scope');
  const found = jsonAtName(column, key, parameters);
  return `(${column} != '' AND ${jsonTestToSql(found, test, parameters)})`;
}
