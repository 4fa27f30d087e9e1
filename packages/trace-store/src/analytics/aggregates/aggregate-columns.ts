import { attributeJson, isKeptApart } from '../../filter/attribute-json.js';
import { fieldColumn } from '../../filter/column-test-to-sql.js';
import { actorLeaves, mayHaveLeaf } from '../../filter/leaves.js';
import type { AggregateField, AggregateMeasure, SpanAggregation } from '../../span-aggregation.js';
import { fromRow } from '../totals/span-rows.js';
import type { EntryColumn } from '../totals/trace-entries.js';
import { entryColumn, metricAt, metricColumn } from './metric-columns.js';

export type NamedColumns = Readonly<Record<string, EntryColumn>>;

/** Returns the columns that the measures need: the measured numbers, and a flag for failed entries. */
export function measuredColumns({
  measures,
  focus,
}: Pick<SpanAggregation, 'measures' | 'focus'>): NamedColumns {
  return Object.fromEntries(measures.flatMap((measure) => columnOfMeasure(measure, focus)));
}

function columnOfMeasure(
  measure: AggregateMeasure,
  focus: SpanAggregation['focus'],
): readonly (readonly [string, EntryColumn])[] {
  switch (measure.kind) {
    case 'count':
      return [];
    case 'failed':
      return [['failed', fromRow("status_code = 'STATUS_CODE_ERROR'")]];
    case 'percentile':
      return [['duration', fromRow(metricAt('duration.cumulative'))]];
    case 'latency':
      return [['latency', fromRow(latency)]];
    case 'sum':
      return [[measure.of, addedColumn(measure.of, focus)]];
  }
}

/** SQL for the latency in ms. */
const latency =
  'greatest(0, toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time)) / 1000000';

/**
 * Returns the column for a number that can be summed. For a trace, the value is the trace's total; for a span, it is
 * the span's own value.
 */
function addedColumn(name: string, focus: SpanAggregation['focus']): EntryColumn {
  if (name === 'duration') {
    return fromRow(metricAt('duration.cumulative'));
  }
  const [group = '', part] = name.split('_');
  return focus === 'trace'
    ? { kind: 'total', sum: name }
    : fromRow(metricAt([group, 'incremental', ...(part === undefined ? [] : [part])].join('.')));
}

/** Returns the SQL aggregate that computes a measure for a group of entries. */
export function measureToSql(measure: AggregateMeasure): string {
  switch (measure.kind) {
    case 'count':
      return 'count()';
    case 'failed':
      return 'countIf(failed)';
    case 'percentile':
      return `quantileExactInclusive(${measure.level})(duration)`;
    case 'latency':
      return `quantileExactInclusive(${measure.level})(latency)`;
    case 'sum':
      return `ifNull(sum(${measure.of}), 0)`;
  }
}

/** Returns the column for the value axis. It is NULL if the entry has no number at the path. */
export function valueColumn(path: string, focus: SpanAggregation['focus']): EntryColumn {
  const metric = { type: 'numeric/continuous', path } as const;
  return focus === 'trace' ? entryColumn(metric) : metricColumn(metric);
}

/**
 * The encoding of a field's value as a string. `text` is the plain value, which is never absent. `marked` is `=`
 * followed by the value, and `json` is the JSON of an attribute; in both, `''` means that the value is absent.
 */
export type FieldForm = 'text' | 'marked' | 'json';

export function fieldForm(field: AggregateField): FieldForm {
  const column = columnOf(field);
  if (column === undefined) {
    return 'json';
  }
  return column.isAbsent === undefined ? 'text' : 'marked';
}

/**
 * Returns SQL for the value of a field that has a separate column, and SQL that is true if the value is absent. Returns
 * undefined for other fields.
 */
function columnOf(field: AggregateField): ReturnType<typeof fieldColumn> | undefined {
  if (!('key' in field)) {
    return fieldColumn(field.field);
  }
  if (field.field !== 'attributes') {
    return undefined;
  }
  const string = actorLeaves(field.key)?.string;
  return string && { value: string.value, isAbsent: `NOT (${string.has})` };
}

export function fieldToColumn(field: AggregateField): EntryColumn {
  const column = columnOf(field);
  if (column === undefined) {
    return jsonColumn(field);
  }
  const { value, isAbsent } = column;
  return fromRow(isAbsent === undefined ? value : `if(${isAbsent}, '', concat('=', ${value}))`);
}

function jsonColumn(field: AggregateField, isAbsent = "j = 'null'"): EntryColumn {
  const json = 'key' in field ? attributeJson(field) : "''";
  return fromRow(`arrayMap(j -> if(${isAbsent}, '', j), [${json}])[1]`);
}

const withoutNames = `replaceRegexpAll(j, '"(?:[^"\\\\\\\\]|\\\\\\\\.)*":', '')`;
/** SQL condition that is true if the JSON text `j` contains no string, number or boolean at any depth. */
const holdsNothing = `j = 'null' OR (match(j, '^[{\\\\[]') AND NOT match(${withoutNames}, '["0-9tf]'))`;

/**
 * Returns the column for the values that a facet counts. It contains `''` if the value is absent, is an empty string,
 * or contains no scalar.
 */
export function facetColumn(field: AggregateField): EntryColumn {
  const column = columnOf(field);
  return column === undefined ? jsonColumn(field, holdsNothing) : fromRow(column.value);
}

type KeyedField = Extract<AggregateField, { key: string }>;

/**
 * Returns true if the key columns show whether an entry may have the field. The JSON of entries without the field is
 * then not parsed.
 */
export function isAmongKeys(field: AggregateField): field is KeyedField {
  const isAttribute = 'key' in field && field.field === 'attributes' && !isKeptApart(field.key);
  return isAttribute && fieldForm(field) === 'json';
}

/** Returns a column that is true if one of these fields may have a value. */
export function keyedColumn(fields: readonly KeyedField[]): EntryColumn {
  return fromRow(`(${fields.map(({ key }) => mayHaveLeaf(key)).join(' OR ')})`);
}

/**
 * Returns a column that is true if an entry lacks the field. It is always false for fields without a separate column.
 */
export function absenceColumn(field: AggregateField): EntryColumn {
  return fromRow(columnOf(field)?.isAbsent ?? 'false');
}

/** Returns the SQL sort keys for a field's encoded values. Numbers come first, then strings, then absent values. */
export function orderOfField(name: string, form: FieldForm): readonly string[] {
  if (form === 'text') {
    return [name];
  }
  const isAbsent = `${name} = ''`;
  return form === 'marked'
    ? [isAbsent, name]
    : [
        isAbsent,
        `NOT match(${name}, '^-?[0-9]')`,
        `if(match(${name}, '^-?[0-9]'), toFloat64OrZero(${name}), 0)`,
        `if(startsWith(${name}, '"'), JSONExtractString(${name}), ${name})`,
        name,
      ];
}

/** Decodes a field's value and returns it as JSON. */
export function toJson(text: string, form: FieldForm): string {
  switch (form) {
    case 'text':
      return JSON.stringify(text);
    case 'marked':
      return text === '' ? 'null' : JSON.stringify(text.slice(1));
    case 'json':
      return text === '' ? 'null' : text;
  }
}
