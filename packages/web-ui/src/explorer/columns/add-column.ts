import type { FieldRef } from '../../filter-bar/toggle-condition.js';
import { writeAttributeName } from './attribute-names.js';
import type { ChosenColumn } from './column-choice.js';

/** Column ids of fields that have no key. */
const columnOfField: Readonly<Record<string, string>> = {
  span_name: 'name',
  service_name: 'service',
  span_type: 'type',
  span_kind: 'kind',
  status_code: 'status',
  trace_id: 'trace',
  span_id: 'span',
};

/** Returns the id of the column that shows a field, or undefined if no list has such a column. */
export function columnOfFieldRef(fieldRef: FieldRef): string | undefined {
  return columnOfField[fieldRef.field] ?? writeAttributeName(fieldRef);
}

/** Appends the column of a field, unless the list already has the column. */
export function withColumn(
  columns: readonly ChosenColumn[],
  fieldRef: FieldRef,
): readonly ChosenColumn[] {
  const id = columnOfFieldRef(fieldRef);
  const isNew = id !== undefined && columns.every((column) => column.id !== id);
  return isNew ? [...columns, { id }] : columns;
}
