import { PRESENT } from '@spanhouse/span-row';
import type {
  AbsentTest,
  CompareTest,
  EqualsAnyTest,
  FilterField,
  FilterListField,
  TextTest,
} from '@spanhouse/span-schema';
import { textMatches } from './filter-text-to-sql.js';
import type { StatementParameters } from './statement.js';

/** Columns that hold an "absent" of their own; all other fields always have a value. */
const ABSENT: Partial<Record<FilterField | FilterListField, string>> = {
  parent_id: "parent_id = toFixedString('', 8)",
  status_message: isNotPresent('status_message'),
  session_id: isNotPresent('session_id'),
  user_id: isNotPresent('user_id'),
  agent_id: isNotPresent('agent_id'),
  service_name: isNotPresent('service_name'),
  scope_name: isNotPresent('scope_name'),
  scope_version: isNotPresent('scope_version'),
  trace_state: isNotPresent('trace_state'),
  references: "references = ''",
  links: "links = ''",
  events: "events = ''",
  hashes: "hashes = ''",
  updated_at: "updated_at = toDateTime64(0, 9, 'UTC')",
  updated_by_id: "updated_at = toDateTime64(0, 9, 'UTC')",
  // Deleted spans are not there at all.
  deleted_at: 'true',
  deleted_by_id: 'true',
};

const COMPARISON = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

export type ColumnTest = AbsentTest | EqualsAnyTest | CompareTest | TextTest;

/** A test of one member of a span that has a column of its own. */
export function columnTestToSql(test: ColumnTest, parameters: StatementParameters): string {
  if (test.kind === 'absent') {
    return ABSENT[test.field] ?? 'false';
  }
  if (test.field === 'deleted_at' || test.field === 'deleted_by_id') {
    return 'false';
  }
  switch (test.kind) {
    case 'equals_any':
      return equalsAny(test, parameters);
    case 'compare':
      return whenPresent(test.field, compare(test, parameters));
    case 'text':
      return whenPresent(test.field, matchText(test, parameters));
  }
}

function equalsAny(test: EqualsAnyTest, parameters: StatementParameters): string {
  if (test.values.length === 0) {
    return 'false';
  }
  switch (test.field) {
    case 'trace_id':
    case 'span_id':
      return inIds(test.field, test.values, parameters);
    case 'parent_id':
      return whenPresent(test.field, inIds(test.field, test.values, parameters));
    case 'start_time':
    case 'end_time':
    case 'created_at':
    case 'updated_at':
    case 'deleted_at':
      return whenPresent(test.field, inTimes(test.field, test.values, parameters));
    case 'created_by_id':
    case 'updated_by_id':
    case 'deleted_by_id':
      return whenPresent(
        test.field,
        `${test.field} IN ${parameters.bind('Array(UUID)', test.values)}`,
      );
    default:
      return equalsAnyText(test, parameters);
  }
}

/** An absent text is stored as the empty one: only that one needs a look at `present`. */
function equalsAnyText(
  test: { readonly field: FilterField; readonly values: readonly string[] },
  parameters: StatementParameters,
): string {
  const [value, ...more] = test.values;
  const condition =
    more.length === 0
      ? `${test.field} = ${parameters.bind('String', value ?? '')}`
      : `${test.field} IN ${parameters.bind('Array(String)', test.values)}`;
  return test.values.includes('') ? whenPresent(test.field, condition) : condition;
}

function inIds(
  field: 'trace_id' | 'span_id' | 'parent_id',
  values: readonly string[],
  parameters: StatementParameters,
): string {
  const [value, ...more] = values;
  return more.length === 0
    ? `${field} = ${parameters.bindId(value ?? '')}`
    : `${field} IN ${parameters.bindIds(values)}`;
}

function inTimes(
  field: FilterField,
  values: readonly bigint[],
  parameters: StatementParameters,
): string {
  const [value, ...more] = values;
  return more.length === 0
    ? `${field} = ${parameters.bindTime(value ?? 0n)}`
    : `${field} IN ${parameters.bindTimes(values)}`;
}

/** Texts compare by bytes, which in UTF-8 is the order of code points. */
function compare(test: CompareTest, parameters: StatementParameters): string {
  const operand =
    typeof test.operand === 'bigint'
      ? parameters.bindTime(test.operand)
      : parameters.bind('String', test.operand);
  return `${test.field} ${COMPARISON[test.comparison]} ${operand}`;
}

function matchText(test: TextTest, parameters: StatementParameters): string {
  return textMatches(textOf(test.field), test, parameters);
}

/** A time is looked at as `YYYY-MM-DD HH:MM:SS[.fraction]+00`. */
function textOf(field: TextTest['field']): string {
  switch (field) {
    case 'start_time':
    case 'end_time':
    case 'created_at':
    case 'updated_at':
    case 'deleted_at':
      return `concat(replaceRegexpOne(toString(${field}), '\\\\.?0+$', ''), '+00')`;
    default:
      return field;
  }
}

function whenPresent(field: FilterField, condition: string): string {
  const absent = ABSENT[field];
  return absent === undefined ? condition : `(NOT (${absent}) AND ${condition})`;
}

function isNotPresent(member: keyof typeof PRESENT): string {
  return `bitAnd(present, ${PRESENT[member]}) = 0`;
}
