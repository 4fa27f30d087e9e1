import type { AttributeSource } from '@spanhouse/span-schema';
import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import { memberSql } from '../../filter/packed-text.js';
import { parsable } from '../../filter/parsable-json.js';
import type { AttributeKey, AttributeRange } from '../../trace-analytics.js';
import { readUnresolved, type Unresolved } from '../totals/unresolved-traces.js';
import { toKeys } from './attribute-keys.js';
import { type NewestColumn, newestScope, newestValues } from './newest-values.js';

/** A part of a span that has separate attributes, such as an event. */
type Part = Exclude<AttributeSource, 'attributes'>;

/** A request for the attribute names of a part. */
export interface PartRange extends AttributeRange {
  readonly source: Part;
}

export function isOfPart(range: AttributeRange): range is PartRange {
  return range.source !== 'attributes';
}

/** Lists the attribute names of a part, most frequent first. */
export async function listPartKeys(
  run: RunStatement,
  range: PartRange,
): Promise<readonly AttributeKey[]> {
  const column = textOfPart(range.source);
  const scope = newestScope(range, () => column);
  return toKeys(await run(selectPartKeys(range, await readUnresolved(run, scope))));
}

/**
 * Selects the names with the number of spans that have a value of each type. Equal texts are read only once, because
 * many spans share a resource and scope.
 */
export function selectPartKeys(range: PartRange, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const column = textOfPart(range.source);
  const texts = newestValues(range, { unresolved, column }, parameters);
  const leaves = `arrayDistinct(arrayFilter(l -> l.2 != '', arrayMap(m -> (m.1, ${typeOf('m.2')}), ${membersOf(range.source)})))`;
  const counts = ['string', 'number', 'boolean'].map((type) => `sumIf(spans, leaf.2 = '${type}')`);
  return parameters.statement`
    SELECT leaf.1 AS key, ${counts.join(', ')} FROM (
    SELECT arrayJoin(${leaves}) AS leaf, spans FROM (
    SELECT value, count() AS spans FROM (${texts}) GROUP BY value))
    WHERE startsWith(key, ${parameters.bind('String', range.prefix)})
    GROUP BY key ORDER BY sum(spans) DESC, key LIMIT ${parameters.bind('UInt64', range.limit)}
    SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

/** Returns SQL for the distinct scalars of a part at a name, as JSON texts; `one` unfolds them. */
export function valuesOfPart(
  part: Part,
  name: string,
  parameters: StatementParameters,
): NewestColumn & { readonly one: string } {
  const key = parameters.bind('String', name);
  const found = `arrayMap(o -> JSONExtractRaw(o, 'attributes', ${key}), ${objectsOf(part, memberSql(part))})`;
  return {
    has: textOfPart(part).has,
    value: `arrayDistinct(arrayFilter(j -> ${typeOf('j')} != '', ${found}))`,
    one: 'arrayJoin(value)',
  };
}

function textOfPart(part: Part): NewestColumn {
  const value = memberSql(part);
  return { has: `${value} != ''`, value };
}

/** Returns SQL for the objects whose member `attributes` is read. */
function objectsOf(part: Part, text: string): string {
  return part === 'events'
    ? `arrayMap(e -> ${parsable('e')}, JSONExtractArrayRaw(${text}))`
    : `[${text}]`;
}

/** Returns SQL for names and JSON texts of all attributes of a part, from the column `value`. */
function membersOf(part: Part): string {
  return `arrayFlatten(arrayMap(o -> JSONExtractKeysAndValuesRaw(o, 'attributes'), ${objectsOf(part, 'value')}))`;
}

/** Returns SQL for the type of a JSON text; empty unless it is a scalar. */
function typeOf(json: string): string {
  return `multiIf(startsWith(${json}, '"'), 'string', ${json} IN ('true', 'false'), 'boolean', match(${json}, '^[0-9-]'), 'number', '')`;
}
