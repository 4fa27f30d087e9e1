import {
  FILTER_ATTRIBUTE_FIELDS,
  FILTER_ENUM_FIELDS,
  FILTER_ID_FIELDS,
  FILTER_LIST_FIELDS,
  FILTER_TEXT_FIELDS,
  FILTER_TIME_FIELDS,
  FILTER_USER_FIELDS,
  type FilterExpression,
} from './filter.js';
import { checkAttributeCondition } from './filter-attribute-conditions.js';
import { checkContentCondition } from './filter-content.js';
import { checkListCondition } from './filter-entry-conditions.js';
import { allOf, anyOf, negate } from './filter-expressions.js';
import {
  checkEnumCondition,
  checkIdCondition,
  checkUserCondition,
} from './filter-id-conditions.js';
import type { LogicalOperator } from './filter-operators.js';
import { FilterRefusal, shownValue } from './filter-refusal.js';
import { filterSize } from './filter-size.js';
import { type Condition, type Filtering, isCondition } from './filter-structure.js';
import { checkTextCondition } from './filter-text-conditions.js';
import { checkTimeCondition } from './filter-time-conditions.js';

export type CheckedFiltering =
  /** undefined = no filter: everything matches. */
  | { readonly status: 'checked'; readonly expression: FilterExpression | undefined }
  /** `text` is the detail of the 400. */
  | { readonly status: 'invalid'; readonly text: string };

/** Far more than a person writes, and few enough for one statement. */
const MAX_SIZE = 5000;

/** Checks that every condition makes sense for its field (API: "Logic", "Fields and operators"). */
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
      return { status: 'invalid', text: error.message };
    }
    throw error;
  }
}

function toExpression({ operator, conditions }: Filtering): FilterExpression | undefined {
  const operands = conditions.flatMap((entry) => {
    const operand = isCondition(entry) ? checkCondition(entry) : toExpression(entry);
    return operand ?? [];
  });
  const [first, ...rest] = operands;
  if (first === undefined) {
    return refuseEmpty(operator);
  }
  switch (operator) {
    case 'and':
      return allOf([first, ...rest]);
    case 'or':
      return anyOf([first, ...rest]);
    case 'nand':
      return negate(allOf([first, ...rest]));
    case 'nor':
      return negate(anyOf([first, ...rest]));
    case 'not':
      return rest.length === 0 ? negate(first) : refuseArity('not', 'exactly');
  }
}

/** A group without conditions says nothing under `and` and `or`, and makes no sense elsewhere. */
function refuseEmpty(operator: LogicalOperator): undefined {
  if (operator === 'not') {
    return refuseArity('not', 'exactly');
  }
  return operator === 'and' || operator === 'or' ? undefined : refuseArity(operator, 'at least');
}

function refuseArity(operator: LogicalOperator, bound: string): never {
  throw new FilterRefusal(`'${operator}' operator requires ${bound} one condition.`);
}

type Check = (condition: Condition) => FilterExpression;

const CHECKS = new Map<string, Check>([
  ...FILTER_ID_FIELDS.map((field) => toEntry(field, (c) => checkIdCondition(c, field))),
  ...FILTER_ENUM_FIELDS.map((field) => toEntry(field, (c) => checkEnumCondition(c, field))),
  ...FILTER_TEXT_FIELDS.map((field) => toEntry(field, (c) => checkTextCondition(c, field))),
  ...FILTER_TIME_FIELDS.map((field) => toEntry(field, (c) => checkTimeCondition(c, field))),
  ...FILTER_USER_FIELDS.map((field) => toEntry(field, (c) => checkUserCondition(c, field))),
  ...FILTER_ATTRIBUTE_FIELDS.map((field) =>
    toEntry(field, (c) => checkAttributeCondition(c, field)),
  ),
  ...FILTER_LIST_FIELDS.map((field) => toEntry(field, (c) => checkListCondition(c, field))),
  toEntry('content', checkContentCondition),
]);

function toEntry(field: string, check: Check): [string, Check] {
  return [field, check];
}

function checkCondition(condition: Condition): FilterExpression {
  const check = CHECKS.get(condition.field);
  if (check === undefined) {
    throw new FilterRefusal(`Unsupported condition field '${shownValue(condition.field)}'.`);
  }
  return check(condition);
}
