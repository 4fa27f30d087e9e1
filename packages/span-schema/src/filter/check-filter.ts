import { isJsonObject, type JsonValue } from '../json/json.js';
import type { Location } from '../query/validation-detail.js';
import { checkAttributeCondition } from './conditions/attribute-conditions.js';
import { checkContentCondition } from './conditions/content-conditions.js';
import { checkListCondition } from './conditions/entry-conditions.js';
import {
  checkEnumCondition,
  checkIdCondition,
  checkUserCondition,
} from './conditions/id-conditions.js';
import { checkTextCondition } from './conditions/text-conditions.js';
import { checkTimeCondition } from './conditions/time-conditions.js';
import { allOf, anyOf, negate } from './expressions.js';
import { filterFieldGroups, type GroupName } from './fields.js';
import type { FilterExpression, JsonTest } from './filter.js';
import type { LogicalOperator } from './operators.js';
import { FilterRefusal, shownValue } from './refusal.js';
import { type Condition, type Filtering, isCondition } from './structure.js';

/** A checked filter, or the reason why it is refused. */
export type CheckedFiltering =
  /** If `expression` is `undefined`, there is no filter and every span matches. */
  | { readonly status: 'checked'; readonly expression: FilterExpression | undefined }
  /** `text` is the `detail` of the 400 response. `at` is the location of the invalid condition or group. */
  | { readonly status: 'invalid'; readonly text: string; readonly at: Location };

/**
 * Maximum `filterSize`. The limit is far above the size of hand-written filters, and low enough for one SQL statement.
 */
const MAX_SIZE = 5000;

/**
 * Checks that every condition is valid for its field, and converts the filter to tests (see docs/api/filtering.md). If
 * one condition is invalid, the whole filter is refused.
 */
export function checkFiltering(filtering: Filtering | undefined): CheckedFiltering {
  if (filtering === undefined) {
    return { status: 'checked', expression: undefined };
  }
  try {
    const expression = toExpression(filtering);
    if (expression !== undefined && filterSize(expression) > MAX_SIZE) {
      throw new FilterRefusal(`Filters have at most ${MAX_SIZE} values in objects and lists.`);
    }
    return { status: 'checked', expression };
  } catch (error) {
    if (error instanceof FilterRefusal) {
      return { status: 'invalid', text: error.message, at: error.at };
    }
    throw error;
  }
}

function toExpression({ operator, conditions }: Filtering): FilterExpression | undefined {
  const operands = conditions.flatMap((entry, index) => checkEntry(entry, index) ?? []);
  const [first, ...rest] = operands;
  if (first === undefined) {
    return refuseEmpty(operator);
  }
  switch (operator) {
    case 'and':
      return allOf(operands);
    case 'or':
      return anyOf(operands);
    case 'nand':
      return negate(allOf(operands));
    case 'nor':
      return negate(anyOf(operands));
    case 'not':
      return rest.length === 0 ? negate(first) : refuseArity('not', 'exactly');
  }
}

function checkEntry(entry: Condition | Filtering, index: number): FilterExpression | undefined {
  try {
    return isCondition(entry) ? checkCondition(entry) : toExpression(entry);
  } catch (error) {
    if (error instanceof FilterRefusal) {
      error.at.unshift('conditions', index);
    }
    throw error;
  }
}

/** Refuses an empty group, unless its operator is `and` or `or`. An empty `and` or `or` group has no effect. */
function refuseEmpty(operator: LogicalOperator): undefined {
  if (operator === 'not') {
    return refuseArity('not', 'exactly');
  }
  return operator === 'and' || operator === 'or' ? undefined : refuseArity(operator, 'at least');
}

function refuseArity(operator: LogicalOperator, bound: string): never {
  throw new FilterRefusal(`'${operator}' operator requires ${bound} one condition.`);
}

type FieldOf<Name extends GroupName> = (typeof filterFieldGroups)[Name]['fields'][number];
type Check = (condition: Condition) => FilterExpression;

/** The check for each field. A check throws FilterRefusal for an operator or value that its field does not support. */
const checks = new Map<string, Check>([
  ...checksOf('Id', checkIdCondition),
  ...checksOf('Enum', checkEnumCondition),
  ...checksOf('Text', checkTextCondition),
  ...checksOf('Time', checkTimeCondition),
  ...checksOf('User', checkUserCondition),
  ...checksOf('Attribute', checkAttributeCondition),
  ...checksOf('List', checkListCondition),
  ['content', checkContentCondition],
]);

function checksOf<Name extends GroupName>(
  name: Name,
  check: (condition: Condition, field: FieldOf<Name>) => FilterExpression,
): [field: string, Check][] {
  const fields: readonly FieldOf<Name>[] = filterFieldGroups[name].fields;
  return fields.map((field) => [field, (condition) => check(condition, field)]);
}

function checkCondition(condition: Condition): FilterExpression {
  const check = checks.get(condition.field);
  if (check === undefined) {
    throw new FilterRefusal(`Unsupported condition field '${shownValue(condition.field)}'.`);
  }
  return check(condition);
}

/**
 * Counts the parts of the filter's SQL statement. A list of plain values counts once, because it is bound as one
 * parameter.
 */
function filterSize(expression: FilterExpression): number {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return expression.operands.reduce((size, operand) => size + filterSize(operand), 0);
    case 'not':
      return filterSize(expression.operand);
    case 'attribute':
      return jsonTestSize(expression.test);
    case 'entry':
      return 1 + jsonSize(expression.attributes ?? {});
    case 'entry_attribute':
      return jsonSize(expression.value);
    default:
      return 1;
  }
}

function jsonTestSize(test: JsonTest): number {
  switch (test.kind) {
    case 'contains':
      return jsonSize(test.value);
    case 'one_of':
    case 'all_of':
      return test.values.filter(isContainer).reduce((size: number, one) => size + jsonSize(one), 1);
    default:
      return 1;
  }
}

function jsonSize(value: JsonValue): number {
  if (!isContainer(value)) {
    return 1;
  }
  const parts: JsonValue[] = isJsonObject(value)
    ? Object.values(value)
    : (value as JsonValue[]).filter(isContainer);
  return parts.reduce((size: number, part) => size + jsonSize(part), 1);
}

function isContainer(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}
