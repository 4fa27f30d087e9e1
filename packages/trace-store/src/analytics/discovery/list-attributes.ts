import type { AttributeSource } from '@spanhouse/span-schema';
import { jsonRows, type RunStatement } from '../../connection/run-statement.js';
import { bind, bindTime, type Statement, sql } from '../../connection/statement.js';
import { jsonAtPath } from '../../filter/json-at-path.js';
import { columnLeaves, cut, listedLeaves } from '../../filter/leaves.js';
import { memberSql } from '../../filter/packed-text.js';
import { parsable } from '../../filter/parsable-json.js';
import type {
  AttributeKey,
  AttributeRange,
  AttributeValue,
  DayCount,
  DayRange,
} from '../../trace-analytics.js';
import { readUnresolved, type Unresolved } from '../totals/unresolved-traces.js';
import { type NewestColumn, newestScope, newestValues } from './newest-values.js';

/**
 * Lists the attribute keys that occur in a range of days, most frequent first. They are read from the table of key sets
 * (docs/adr/069).
 */
export async function listAttributeKeys(
  run: RunStatement,
  range: AttributeRange,
): Promise<readonly AttributeKey[]> {
  return toKeys(await run(selectAttributeKeys(range)));
}

/** Decodes rows that contain a key and its counts of strings, numbers and booleans. */
function toKeys(answer: Buffer): readonly AttributeKey[] {
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

/** Selects each key and, for each type of value, the number of spans. */
export function selectAttributeKeys(range: AttributeRange): Statement {
  const conditions = shapesOfDays(range);
  const counts = ['string', 'number', 'boolean'].map((type) => `sumIf(spans, type = '${type}')`);
  return sql`
    SELECT key, ${counts.join(', ')} FROM (
    SELECT leaf.1 AS key, leaf.2 AS type, spans FROM (
    SELECT arrayJoin(arrayConcat(${leaves})) AS leaf, spans FROM (
    SELECT any(string_keys) AS string_keys, any(number_keys) AS number_keys, any(bool_keys) AS bool_keys,
    max(has_type_span) AS has_type_span, any(metrics) AS metrics, sum(span_count) AS spans
    FROM attribute_shapes WHERE ${conditions} GROUP BY shape)))
    WHERE startsWith(key, ${bind('String', range.prefix)})
    GROUP BY key ORDER BY sum(spans) DESC, key LIMIT ${bind('UInt64', range.limit)}
    SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

/** Counts the spans that start on each day, using the table of key sets (docs/adr/069). */
export async function listSpansByDay(
  run: RunStatement,
  range: DayRange,
): Promise<readonly DayCount[]> {
  const rows = jsonRows<readonly [string, number]>(await run(selectSpansByDay(range)));
  return rows.map(([day, spans]) => ({ day, spans }));
}

function selectSpansByDay(range: DayRange): Statement {
  const conditions = shapesOfDays(range);
  return sql`
    SELECT day, sum(span_count) FROM attribute_shapes WHERE ${conditions} GROUP BY day ORDER BY day
    SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

/** Returns an SQL condition that selects the unexpired rows of `attribute_shapes` for the days in the range. */
function shapesOfDays({ project_id, oldest, newest }: DayRange) {
  const conditions = [
    `project_id = ${bind('UUID', project_id)}`,
    '(retention_days = 0 OR last_received_at > now64(9) - toIntervalDay(retention_days))',
  ];
  if (oldest !== undefined) {
    conditions.push(`day >= toDate32(${bindTime(oldest)})`);
  }
  if (newest !== undefined) {
    conditions.push(`day <= toDate32(${bindTime(newest - 1n)})`);
  }
  return conditions.join(' AND ');
}

/**
 * Reads when the project's first span was received. The statement uses the trace index, which is much smaller than
 * `spans`.
 */
export async function firstReceivedAt(
  run: RunStatement,
  projectId: string,
): Promise<bigint | undefined> {
  const statement = sql`
    SELECT toString(toUnixTimestamp64Nano(min(first_received_at))) FROM trace_index
    WHERE project_id = ${bind('UUID', projectId)} HAVING count() > 0
    FORMAT JSONCompactEachRow
  `;
  const [row] = jsonRows<readonly [string]>(await run(statement));
  return row && BigInt(row[0]);
}

const MAX_TEXT_CHARS = 256;

/** A request for the values of an attribute key in a snapshot. */
interface ValuesRequest extends AttributeRange {
  readonly key: string;
}

/** Lists the scalar values at a key, most frequent first. */
export async function listAttributeValues(
  run: RunStatement,
  request: ValuesRequest,
): Promise<readonly AttributeValue[]> {
  const unresolved = await readUnresolved(run, newestScope(request, valueAt(request)));
  const rows = jsonRows<readonly [string, number]>(await run(selectValues(request, unresolved)));
  return rows.map(([value, count]) => ({ json: value, count }));
}

/** Selects the values at a key with their counts. */
export function selectValues(request: ValuesRequest, unresolved: Unresolved): Statement {
  const column = valueAt(request);
  const values = newestValues(request, unresolved, column);
  const shown = `if(startsWith(value, '"'), JSONExtractString(value), value)`;
  return sql`
    SELECT value, count() AS n FROM (SELECT ${column.one} AS value FROM (${values}))
    WHERE NOT startsWith(value, '"') OR lengthUTF8(${shown}) <= ${MAX_TEXT_CHARS}
    GROUP BY value HAVING startsWith(${shown}, ${bind('String', request.prefix)})
    ORDER BY n DESC, ${shown}, value LIMIT ${bind('UInt64', request.limit)}
    SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

function valueAt({ key, source }: ValuesRequest) {
  return source === 'attributes'
    ? { ...valueOfSpan(key), one: 'value' }
    : valuesOfPart(source, key);
}

function valueOfSpan(key: string): NewestColumn {
  const metric = /^ag\.metrics\.(.*)$/s.exec(key)?.[1];
  if (metric !== undefined) {
    return fromText(scalar(jsonAtPath(memberSql('metrics'), metric)));
  }
  const type = columnLeaves(key)?.string;
  if (type !== undefined) {
    return fromText(`if(${type.has}, toJSONString(CAST(${type.value}, 'String')), '')`);
  }
  return {
    has: `(${listedLeaves(key).hasScalar} OR ${cut})`,
    value: scalar(jsonAtPath('attributes', key)),
  };
}

function fromText(value: string): NewestColumn {
  return { has: `${value} != ''`, value };
}

function scalar(raw: string): string {
  return `arrayMap(j -> if(j = 'null' OR startsWith(j, '{') OR startsWith(j, '['), '', j), [${raw}])[1]`;
}

/** A part of a span that has its own attributes, such as the events. */
type Part = Exclude<AttributeSource, 'attributes'>;

/** A request for the attribute names in a part. */
interface PartRange extends AttributeRange {
  readonly source: Part;
}

export function isOfPart(range: AttributeRange): range is PartRange {
  return range.source !== 'attributes';
}

/** Lists the attribute names in a part, most frequent first. */
export async function listPartKeys(
  run: RunStatement,
  range: PartRange,
): Promise<readonly AttributeKey[]> {
  const scope = newestScope(range, textOfPart(range.source));
  return toKeys(await run(selectPartKeys(range, await readUnresolved(run, scope))));
}

/**
 * Selects each name and, for each type of value, the number of spans. Equal JSON is parsed only once, because many
 * spans share a resource and scope.
 */
export function selectPartKeys(range: PartRange, unresolved: Unresolved): Statement {
  const column = textOfPart(range.source);
  const texts = newestValues(range, unresolved, column);
  const leaves = `arrayDistinct(arrayFilter(l -> l.2 != '', arrayMap(m -> (m.1, ${typeOf('m.2')}), ${membersOf(range.source)})))`;
  const counts = ['string', 'number', 'boolean'].map((type) => `sumIf(spans, leaf.2 = '${type}')`);
  return sql`
    SELECT leaf.1 AS key, ${counts.join(', ')} FROM (
    SELECT arrayJoin(${leaves}) AS leaf, spans FROM (
    SELECT value, count() AS spans FROM (${texts}) GROUP BY value))
    WHERE startsWith(key, ${bind('String', range.prefix)})
    GROUP BY key ORDER BY sum(spans) DESC, key LIMIT ${bind('UInt64', range.limit)}
    SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

/**
 * Returns SQL for the distinct scalars, as JSON, that a part contains under an attribute name. The SQL in `one` yields
 * one row for each scalar.
 */
function valuesOfPart(part: Part, name: string) {
  const key = bind('String', name);
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

/** Returns SQL for the objects in a part that have an `attributes` member, for example the events. */
function objectsOf(part: Part, text: string): string {
  return part === 'events'
    ? `arrayMap(e -> ${parsable('e')}, JSONExtractArrayRaw(${text}))`
    : `[${text}]`;
}

/**
 * Returns SQL for pairs of name and JSON, one for each attribute of a part. The part's JSON is in the column `value`.
 */
function membersOf(part: Part): string {
  return `arrayFlatten(arrayMap(o -> JSONExtractKeysAndValuesRaw(o, 'attributes'), ${objectsOf(part, 'value')}))`;
}

/** Returns SQL for the type of a JSON value; `''` unless the value is a string, number or boolean. */
function typeOf(json: string): string {
  return `multiIf(startsWith(${json}, '"'), 'string', ${json} IN ('true', 'false'), 'boolean', match(${json}, '^[0-9-]'), 'number', '')`;
}
