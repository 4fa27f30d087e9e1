import { jsonRows } from '../../connection/answer-rows.js';
import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import type { AttributeKey, AttributeRange } from '../../trace-analytics.js';
import { shapesOfDays } from './spans-by-day.js';

/** Lists the attribute keys of a range of days, most frequent first, from the sets of keys (docs/adr/069). */
export async function listAttributeKeys(
  run: RunStatement,
  range: AttributeRange,
): Promise<readonly AttributeKey[]> {
  return toKeys(await run(selectAttributeKeys(range)));
}

/** Decodes rows that contain a key and its numbers of strings, numbers and booleans. */
export function toKeys(answer: Buffer): readonly AttributeKey[] {
  const rows = jsonRows<readonly [string, number, number, number]>(answer);
  return rows.map(([key, string, number, boolean]) => ({
    key,
    types: { string, number, boolean },
  }));
}

const leaves = [
  "[('ag.type.trace', 'string')]",
  "if(has_type_span, [('ag.type.span', 'string')], [])",
  "arrayMap(k -> (k, 'string'), string_keys)",
  "arrayMap(k -> (k, 'number'), number_keys)",
  "arrayMap(k -> (k, 'boolean'), bool_keys)",
  "arrayMap(k -> (concat('ag.metrics.', k), 'number'), JSONAllPaths(CAST(metrics, 'JSON')))",
].join(', ');

/** Selects the keys with the number of spans that have a value of each type. */
export function selectAttributeKeys(range: AttributeRange): Statement {
  const parameters = new StatementParameters();
  const conditions = shapesOfDays(range, parameters);
  const counts = ['string', 'number', 'boolean'].map((type) => `sumIf(spans, type = '${type}')`);
  return parameters.statement`
    SELECT key, ${counts.join(', ')} FROM (
    SELECT leaf.1 AS key, leaf.2 AS type, spans FROM (
    SELECT arrayJoin(arrayConcat(${leaves})) AS leaf, spans FROM (
    SELECT any(string_keys) AS string_keys, any(number_keys) AS number_keys, any(bool_keys) AS bool_keys,
    max(has_type_span) AS has_type_span, any(metrics) AS metrics, sum(span_count) AS spans
    FROM attribute_shapes WHERE ${conditions} GROUP BY shape)))
    WHERE startsWith(key, ${parameters.bind('String', range.prefix)})
    GROUP BY key ORDER BY sum(spans) DESC, key LIMIT ${parameters.bind('UInt64', range.limit)}
    SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}
