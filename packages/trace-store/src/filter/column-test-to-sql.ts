import { type Column, storedColumns } from '@spanhouse/span-row';
import type {
  AbsentTest,
  CompareTest,
  EqualsAnyTest,
  FilterField,
  TextTest,
} from '@spanhouse/span-schema';
import { bind, bindTime, bindTimes, isAmong, isOneOf } from '../connection/statement.js';
import { sqlComparison } from './compare-to-number.js';
import { memberSql } from './packed-text.js';
import { textMatches } from './text-matches.js';

const timeType = "DateTime64(9, 'UTC')";

/** The columns, and the SQL that reads each column's value. */
const columns: readonly (Column<string> & { readonly column: string })[] = storedColumns.map(
  (column) => ({ ...column, column: column.name, name: memberSql(column.name) }),
);
const columnsByField = new Map<string, Column<string>>(
  columns.flatMap((column) => (column.filter === undefined ? [] : [[column.filter, column]])),
);

/** A test of a field that has a separate column. */
export type ColumnTest = AbsentTest | EqualsAnyTest | CompareTest | TextTest;

/**
 * Translates a test of a field that has a separate column into SQL. The column table in span-row defines the column and
 * the value that represents an absent value.
 */
export function columnTestToSql(test: ColumnTest): string {
  const column = columnsByField.get(test.field);
  if (column === undefined) {
    return String(test.kind === 'absent'); // a stored span has no deletion fields, because deleted spans are not stored
  }
  switch (test.kind) {
    case 'absent':
      return isAbsent(column) ?? 'false';
    case 'equals_any':
      return equalsAny(column, test);
    case 'compare':
      return whenPresent(column, compare(column, test));
    case 'text':
      return whenPresent(column, textMatches(textOf(column), test));
  }
}

/**
 * Returns SQL for the value of a field, and an SQL condition that is true if the value is absent. A field without a
 * column is always absent.
 */
export function fieldColumn(field: FilterField): {
  readonly value: string;
  readonly isAbsent: string | undefined;
} {
  const column = columnsByField.get(field);
  return column === undefined
    ? { value: "''", isAbsent: 'true' }
    : { value: column.name, isAbsent: isAbsent(column) };
}

/** Returns an SQL condition that is true if the value is absent; undefined if the column always has a value. */
function isAbsent({ name, type, absent }: Column<string>): string | undefined {
  if (absent === undefined) {
    return undefined;
  }
  if ('bit' in absent) {
    return `bitAnd(present, ${1 << absent.bit}) = 0`;
  }
  if ('with' in absent) {
    const other = columns.find(({ column }) => column === absent.with);
    return other && isAbsent(other);
  }
  if ('noTextIn' in absent) {
    const jsonPath = [
      memberSql(absent.noTextIn),
      ...absent.path.map((member) => `'${member}'`),
    ].join(', ');
    return `(${name} = '' AND JSONType(${jsonPath}) != 'String')`;
  }
  return `${name} = ${zeroValue(type)}`;
}

/** Returns SQL for the value that a column of this type contains if the span lacks the field. */
function zeroValue(type: string): string {
  switch (type) {
    case 'FixedString(8)':
      return "toFixedString('', 8)";
    case timeType:
      return "toDateTime64(0, 9, 'UTC')";
    default:
      return "''";
  }
}

function equalsAny(column: Column<string>, { values }: EqualsAnyTest): string {
  if (values.length === 0) {
    return 'false';
  }
  const { name, type } = column;
  switch (type) {
    case 'FixedString(16)':
    case 'FixedString(8)':
      return whenPresent(column, isOneOf(name, values as readonly string[]));
    case timeType:
      return whenPresent(column, inTimes(name, values as readonly bigint[]));
    case 'UUID':
      return whenPresent(column, `${name} IN ${bind('Array(UUID)', values)}`);
    default:
      return equalsAnyText(column, values as readonly string[]);
  }
}

/**
 * Returns an SQL condition that is true if a string column equals one of several values. An absent value is stored as
 * `''`, so the column is tested for absence only if `''` is one of the values.
 */
function equalsAnyText(column: Column<string>, values: readonly string[]): string {
  const condition = isAmong(column.name, 'String', values);
  return values.includes('') ? whenPresent(column, condition) : condition;
}

function inTimes(name: string, values: readonly bigint[]): string {
  const [value, ...more] = values;
  return more.length === 0
    ? `${name} = ${bindTime(value ?? 0n)}`
    : `${name} IN ${bindTimes(values)}`;
}

/** Compares strings by bytes. In UTF-8, the order of bytes equals the order of code points. */
function compare({ name }: Column<string>, { comparison, operand }: CompareTest): string {
  const bound = typeof operand === 'bigint' ? bindTime(operand) : bind('String', operand);
  return `${name} ${sqlComparison[comparison]} ${bound}`;
}

/**
 * Returns SQL for the string to which text tests are applied. A time is formatted as `YYYY-MM-DD
 * HH:MM:SS[.fraction]+00`.
 */
function textOf({ name, type }: Column<string>): string {
  return type === timeType
    ? `concat(replaceRegexpOne(toString(${name}), '\\\\.?0+$', ''), '+00')`
    : name;
}

function whenPresent(column: Column<string>, condition: string): string {
  const absent = isAbsent(column);
  return absent === undefined ? condition : `(NOT (${absent}) AND ${condition})`;
}
