import { formatFilterTime } from '../../filter/conditions/time-conditions.js';
import type {
  CompareTest,
  FilterExpression,
  FilterField,
  FilterTest,
  FilterTextField,
  FilterTimeField,
  TextTest,
} from '../../filter/filter.js';
import type { FilterableSpan, FilterPredicate } from '../../filter/matching/filterable-span.js';
import { compareCodePoints } from '../../json/compare-code-points.js';
import { createAttributeTest, createContentTest } from './filter-attribute-predicate.js';
import { createEntryAttributeTest, createEntryTest } from './filter-entry-predicate.js';
import { createTextMatcher } from './filter-text-matcher.js';

/**
 * Creates the in-memory twin of a filter's SQL: it MUST give the same answer for every span. No
 * filter matches everything.
 */
export function createFilterPredicate(expression: FilterExpression | undefined): FilterPredicate {
  if (expression === undefined) {
    return () => true;
  }
  switch (expression.kind) {
    case 'and': {
      const operands = expression.operands.map(createFilterPredicate);
      return (span) => operands.every((operand) => operand(span));
    }
    case 'or': {
      const operands = expression.operands.map(createFilterPredicate);
      return (span) => operands.some((operand) => operand(span));
    }
    case 'not': {
      const operand = createFilterPredicate(expression.operand);
      return (span) => !operand(span);
    }
    default:
      return createTest(expression);
  }
}

function createTest(test: FilterTest): FilterPredicate {
  switch (test.kind) {
    case 'absent':
      return (span) => span[test.field] === undefined;
    case 'equals_any': {
      const values = new Set<string | bigint | undefined>(test.values);
      return (span) => values.has(span[test.field]);
    }
    case 'compare':
      return createCompareTest(test);
    case 'text':
      return createTextTest(test);
    case 'attribute':
      return createAttributeTest(test);
    case 'entry':
      return createEntryTest(test);
    case 'entry_attribute':
      return createEntryAttributeTest(test);
    case 'content':
      return createContentTest(test);
  }
}

function createCompareTest({ field, comparison, operand }: CompareTest): FilterPredicate {
  return (span) => {
    const value: string | bigint | undefined = span[field as FilterField];
    if (value === undefined) {
      return false;
    }
    const order = compareValues(value, operand);
    switch (comparison) {
      case 'gt':
        return order > 0;
      case 'gte':
        return order >= 0;
      case 'lt':
        return order < 0;
      case 'lte':
        return order <= 0;
    }
  };
}

function createTextTest(test: TextTest): FilterPredicate {
  const matches = createTextMatcher(test);
  return (span) => {
    const text = textOf(span, test.field);
    return text !== undefined && matches(text);
  };
}

function textOf(span: FilterableSpan, field: FilterTextField | FilterTimeField) {
  const value: string | bigint | undefined = span[field];
  return typeof value === 'bigint' ? formatFilterTime(value) : value;
}

function compareValues(value: string | bigint, operand: string | bigint): number {
  if (typeof value === 'string' && typeof operand === 'string') {
    return compareCodePoints(value, operand);
  }
  return value < operand ? -1 : Number(value > operand);
}
