import type { StatementParameters } from '../../connection/statement.js';
import { attributeJson, isKeptApart } from '../../filter/attribute-json.js';
import { fieldColumn } from '../../filter/column-test-to-sql.js';
import { actorLeaves, mayHaveLeaf } from '../../filter/leaves.js';
import type { AggregateField, AggregateMeasure, SpanAggregation } from '../../span-aggregation.js';
import { fromRow } from '../totals/span-rows.js';
import type { EntryColumn } from '../totals/trace-entries.js';
import { sumAtPath } from '../totals/trace-totals.js';
import { type MetricColumn, metricAt, metricColumn } from './metric-columns.js';

/** Columns of entries by name. */
export type NamedColumns = Readonly<Record<string, EntryColumn>>;

/** The numbers that the measures need, and a flag for failed entries. */
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

/** SQL: the latency in ms. */
const latency =
  'greatest(0, toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time)) / 1000000';

/** Returns the total of a trace, or the number of a single span. */
function addedColumn(name: string, focus: SpanAggregation['focus']): EntryColumn {
  if (name === 'duration') {
    return fromRow(metricAt('duration.cumulative'));
  }
  const [group = '', part] = name.split('_');
  return focus === 'trace'
    ? { kind: 'total', sum: name }
    : fromRow(metricAt([group, 'incremental', ...(part === undefined ? [] : [part])].join('.')));
}

/** SQL: a measure of the entries of a group. */
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

/** The number on the value axis; NULL if the aggregation has no value axis. */
export function valueColumn(
  path: string,
  focus: SpanAggregation['focus'],
  parameters: StatementParameters,
): { readonly column: EntryColumn; readonly isUnclear: string | undefined } {
  const sum = focus === 'trace' ? sumAtPath(path) : undefined;
  if (sum !== undefined) {
    return { column: { kind: 'total', sum }, isUnclear: undefined };
  }
  const { value, quick, isUnclear }: MetricColumn = metricColumn(
    { type: 'numeric/continuous', path },
    parameters,
  );
  return { column: { kind: 'root', value, quick }, isUnclear };
}

/**
 * The text form of a field's value, where `''` means absent: a text that is never absent, `=` and a text, or the JSON
 * of an attribute.
 */
export type FieldForm = 'text' | 'marked' | 'json';

export function formOf(field: AggregateField): FieldForm {
  const column = columnOf(field);
  if (column === undefined) {
    return 'json';
  }
  return column.isAbsent === undefined ? 'text' : 'marked';
}

/** SQL for the text of a field that has its own column, `''` if absent; undefined for other fields. */
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

export function fieldToColumn(field: AggregateField, parameters: StatementParameters): EntryColumn {
  const column = columnOf(field);
  if (column === undefined) {
    return jsonColumn(field, parameters);
  }
  const { value, isAbsent } = column;
  return fromRow(isAbsent === undefined ? value : `if(${isAbsent}, '', concat('=', ${value}))`);
}

function jsonColumn(
  field: AggregateField,
  parameters: StatementParameters,
  isAbsent = "j = 'null'",
): EntryColumn {
  const json = 'key' in field ? attributeJson(field, parameters) : "''";
  return fromRow(`arrayMap(j -> if(${isAbsent}, '', j), [${json}])[1]`);
}

const withoutNames = `replaceRegexpAll(j, '"(?:[^"\\\\\\\\]|\\\\\\\\.)*":', '')`;
/** SQL: the JSON text `j` contains no string, number or boolean at any depth. */
const holdsNothing = `j = 'null' OR (match(j, '^[{\\\\[]') AND NOT match(${withoutNames}, '["0-9tf]'))`;

/** The value of a field; `''` if the value is absent, an empty text, or contains no scalar. */
export function facetColumn(field: AggregateField, parameters: StatementParameters): EntryColumn {
  const column = columnOf(field);
  return column === undefined ? jsonColumn(field, parameters, holdsNothing) : fromRow(column.value);
}

type KeyedField = Extract<AggregateField, { key: string }>;

/** Returns whether the keys of an entry determine if the field can have a value, so that its text need not be read. */
export function isAmongKeys(field: AggregateField): field is KeyedField {
  const isAttribute = 'key' in field && field.field === 'attributes' && !isKeptApart(field.key);
  return isAttribute && formOf(field) === 'json';
}

/** SQL: one of these fields may have a value. */
export function keyedColumn(
  fields: readonly KeyedField[],
  parameters: StatementParameters,
): EntryColumn {
  return fromRow(`(${fields.map(({ key }) => mayHaveLeaf(key, parameters)).join(' OR ')})`);
}

/** SQL: an entry lacks a field. */
export function absenceColumn(field: AggregateField): EntryColumn {
  return fromRow(columnOf(field)?.isAbsent ?? 'false');
}

/** SQL: orders texts of a field by their values: numbers, then texts, then absent values. */
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

/** Returns the JSON of the value that a field's text encodes. */
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
