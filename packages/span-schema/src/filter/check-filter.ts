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
import {
  type FilterExpression,
  filterAttributeFields,
  filterEnumFields,
  filterIdFields,
  filterListFields,
  filterTextFields,
  filterTimeFields,
  filterUserFields,
} from './filter.js';
import type { LogicalOperator } from './operators.js';
import { FilterRefusal, shownValue } from './refusal.js';
import { filterSize } from './size.js';
import { type Condition, type Filtering, isCondition } from './structure.js';

/** A checked filter, or the reason for its refusal. */
export type CheckedFiltering =
  /** `undefined` means no filter: every span matches. */
  | { readonly status: 'checked'; readonly expression: FilterExpression | undefined }
  /** `text` is the `detail` of the 400. */
  | { readonly status: 'invalid'; readonly text: string };

/** The largest `filterSize`: far more than anyone writes by hand, and few enough for one SQL statement. */
const MAX_SIZE = 5000;

/**
 * Checks that every condition is valid for its field and reduces the filter to tests (see
 * docs/api/filtering.md). The first invalid condition refuses the filter.
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

/** Handles a group without conditions: it has no effect under `and` and `or`, and is refused elsewhere. */
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

/** The check of each field. It throws FilterRefusal for an operator or value that the field does not take. */
const checks = new Map<string, Check>([
  ...filterIdFields.map((field) => toEntry(field, (c) => checkIdCondition(c, field))),
  ...filterEnumFields.map((field) => toEntry(field, (c) => checkEnumCondition(c, field))),
  ...filterTextFields.map((field) => toEntry(field, (c) => checkTextCondition(c, field))),
  ...filterTimeFields.map((field) => toEntry(field, (c) => checkTimeCondition(c, field))),
  ...filterUserFields.map((field) => toEntry(field, (c) => checkUserCondition(c, field))),
  ...filterAttributeFields.map((field) => toEntry(field, (c) => checkAttributeCondition(c, field))),
  ...filterListFields.map((field) => toEntry(field, (c) => checkListCondition(c, field))),
  toEntry('content', checkContentCondition),
]);

function toEntry(field: string, check: Check): [string, Check] {
  return [field, check];
}

function checkCondition(condition: Condition): FilterExpression {
  const check = checks.get(condition.field);
  if (check === undefined) {
    throw new FilterRefusal(`Unsupported condition field '${shownValue(condition.field)}'.`);
  }
  return check(condition);
}
