import type {
  CompareTest,
  FilterExpression,
  FilterField,
  FilterTest,
  FilterTextField,
  FilterTimeField,
  TextTest,
} from './filter.js';
import { createLikeMatcher } from './filter-like.js';
import { formatFilterTime } from './filter-time-conditions.js';

/** What filters look at. Times are nanoseconds since the Unix epoch; a stored span is never deleted. */
export interface FilterableSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_id: string | undefined;
  readonly trace_type: string;
  readonly span_type: string;
  readonly span_kind: string;
  readonly status_code: string;
  readonly span_name: string;
  readonly status_message: string | undefined;
  readonly session_id: string | undefined;
  readonly user_id: string | undefined;
  readonly agent_id: string | undefined;
  readonly service_name: string | undefined;
  readonly scope_name: string | undefined;
  readonly scope_version: string | undefined;
  readonly trace_state: string | undefined;
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly created_at: bigint;
  readonly updated_at: bigint | undefined;
  readonly deleted_at?: undefined;
  readonly created_by_id: string;
  readonly updated_by_id: string | undefined;
  readonly deleted_by_id?: undefined;
}

export type FilterPredicate = (span: FilterableSpan) => boolean;

/** The same filter as SQL answers, for spans in memory. No filter matches everything. */
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
    return text !== undefined && matches(test.isCaseSensitive ? text : text.toLowerCase());
  };
}

function createTextMatcher({ match, operand }: TextTest): (text: string) => boolean {
  switch (match) {
    case 'equals':
      return (text) => text === operand;
    case 'starts_with':
      return (text) => text.startsWith(operand);
    case 'ends_with':
      return (text) => text.endsWith(operand);
    case 'contains':
      return (text) => text.includes(operand);
    case 'like':
      return createLikeMatcher(operand);
  }
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

/** JavaScript compares UTF-16 units, in which U+E000 to U+FFFF come after all that lies above. */
function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) {
      return isSurrogate(a) === isSurrogate(b)
        ? a - b
        : Number(isSurrogate(a)) - Number(isSurrogate(b));
    }
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
