import { jsonRows } from '../../connection/answer-rows.js';
import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import { jsonAtPath } from '../../filter/json-at-path.js';
import { columnLeaves, cut, listedLeaves } from '../../filter/leaves.js';
import { memberSql } from '../../filter/packed-text.js';
import type { AttributeRange, AttributeValue } from '../../trace-analytics.js';
import { readUnresolved, type Unresolved } from '../totals/unresolved-traces.js';
import { type NewestColumn, newestScope, newestValues } from './newest-values.js';
import { valuesOfPart } from './part-attributes.js';

const MAX_TEXT_CHARS = 256;

/** A request for the values of a key in a snapshot. */
export interface ValuesRequest extends AttributeRange {
  readonly key: string;
}

/** Lists the scalar values at a key, most frequent first. */
export async function listAttributeValues(
  run: RunStatement,
  request: ValuesRequest,
): Promise<readonly AttributeValue[]> {
  const column = (parameters: StatementParameters) => valueAt(request, parameters);
  const unresolved = await readUnresolved(run, newestScope(request, column));
  const rows = jsonRows<readonly [string, number]>(await run(selectValues(request, unresolved)));
  return rows.map(([value, count]) => ({ json: value, count }));
}

/** Selects the values at a key with their counts. */
export function selectValues(request: ValuesRequest, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const column = valueAt(request, parameters);
  const values = newestValues(request, { unresolved, column }, parameters);
  const shown = `if(startsWith(value, '"'), JSONExtractString(value), value)`;
  return parameters.statement`
    SELECT value, count() AS n FROM (SELECT ${column.one} AS value FROM (${values}))
    WHERE NOT startsWith(value, '"') OR lengthUTF8(${shown}) <= ${MAX_TEXT_CHARS}
    GROUP BY value HAVING startsWith(${shown}, ${parameters.bind('String', request.prefix)})
    ORDER BY n DESC, ${shown}, value LIMIT ${parameters.bind('UInt64', request.limit)}
    SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

function valueAt(
  { key, source }: ValuesRequest,
  parameters: StatementParameters,
): NewestColumn & { readonly one: string } {
  return source === 'attributes'
    ? { ...valueOfSpan(key, parameters), one: 'value' }
    : valuesOfPart(source, key, parameters);
}

function valueOfSpan(key: string, parameters: StatementParameters): NewestColumn {
  const metric = /^ag\.metrics\.(.*)$/s.exec(key)?.[1];
  if (metric !== undefined) {
    return fromText(scalar(jsonAtPath(memberSql('metrics'), metric, parameters)));
  }
  const type = columnLeaves(key)?.string;
  if (type !== undefined) {
    return fromText(`if(${type.has}, toJSONString(CAST(${type.value}, 'String')), '')`);
  }
  return {
    has: `(${listedLeaves(key, parameters).hasScalar} OR ${cut})`,
    value: scalar(jsonAtPath('attributes', key, parameters)),
  };
}

function fromText(value: string): NewestColumn {
  return { has: `${value} != ''`, value };
}

function scalar(raw: string): string {
  return `arrayMap(j -> if(j = 'null' OR startsWith(j, '{') OR startsWith(j, '['), '', j), [${raw}])[1]`;
}
