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

/** The numbers that measures need, and whether an entry failed. */
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

/** SQL: ms. */
const latency =
  'greatest(0, toUnixTimestamp64Nano(end_time) - toUnixTimestamp64Nano(start_time)) / 1000000';

/** Traces add the totals of their spans, spans add their own numbers. */
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

/** The number on the value axis; NULL without one. */
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
 * The text that stands for the value of a field, `''` for an absent one: a text that is never absent, another
 * text after `=`, or the JSON text of an attribute.
 */
export type FieldForm = 'text' | 'marked' | 'json';

export function formOf(field: AggregateField): FieldForm {
  const column = columnOf(field);
  if (column === undefined) {
    return 'json';
  }
  return column.isAbsent === undefined ? 'text' : 'marked';
}

/** SQL for the text of a field with a column of its own, which is empty where the field is absent; undefined for others. */
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
/** SQL: the JSON text `j` has no text, number or boolean, at any depth. */
const holdsNothing = `j = 'null' OR (match(j, '^[{\\\\[]') AND NOT match(${withoutNames}, '["0-9tf]'))`;

/** The value of a field; `''` for an absent one, one that holds nothing, and an empty text. */
export function facetColumn(field: AggregateField, parameters: StatementParameters): EntryColumn {
  const column = columnOf(field);
  return column === undefined ? jsonColumn(field, parameters, holdsNothing) : fromRow(column.value);
}

type KeyedField = Extract<AggregateField, { key: string }>;

/** Whether the keys of an entry tell if the value of a field can hold anything. Its text is not read for that. */
export function isAmongKeys(field: AggregateField): field is KeyedField {
  const isAttribute = 'key' in field && field.field === 'attributes' && !isKeptApart(field.key);
  return isAttribute && formOf(field) === 'json';
}

/** Whether the value of one of such fields may hold something. */
export function keyedColumn(
  fields: readonly KeyedField[],
  parameters: StatementParameters,
): EntryColumn {
  return fromRow(`(${fields.map(({ key }) => mayHaveLeaf(key, parameters)).join(' OR ')})`);
}

/** Whether an entry lacks a field. */
export function absenceColumn(field: AggregateField): EntryColumn {
  return fromRow(columnOf(field)?.isAbsent ?? 'false');
}

/** SQL: orders texts of a field by its values, absent ones last; numbers before texts. */
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

/** Returns the JSON text of the value that the text of a field stands for. */
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
