import type {
  EqualsAnyTest,
  FilterComparison,
  FilterExpression,
  FilterField,
  FilterListField,
  FilterTextField,
  FilterTimeField,
} from './filter.js';
import type { OperatorOf } from './operators.js';

/** Matches no span, because the list of values is empty. */
const nothing: FilterExpression = { kind: 'equals_any', field: 'trace_id', values: [] };

/** Combines tests with AND. Returns a single test unchanged. An empty list of tests matches no span. */
export function allOf(operands: readonly FilterExpression[]): FilterExpression {
  return join('and', operands);
}

/** Combines tests with OR. Returns a single test unchanged. An empty list of tests matches no span. */
export function anyOf(operands: readonly FilterExpression[]): FilterExpression {
  return join('or', operands);
}

function join(kind: 'and' | 'or', operands: readonly FilterExpression[]): FilterExpression {
  const [first = nothing, ...rest] = operands;
  return rest.length === 0 ? first : { kind, operands };
}

export function negate(operand: FilterExpression): FilterExpression {
  return { kind: 'not', operand };
}

/** Inverts a test if `isNegated` is true. */
export function negateIf(isNegated: boolean, operand: FilterExpression): FilterExpression {
  return isNegated ? negate(operand) : operand;
}

/** Matches spans in which the field has no value. */
export function isAbsent(field: FilterField | FilterListField): FilterExpression {
  return { kind: 'absent', field };
}

/** Matches spans in which the field has a value. */
export function isPresent(field: FilterField | FilterListField): FilterExpression {
  return negate(isAbsent(field));
}

/** The type of a field's values in comparisons. */
export type ValueOf<Field extends FilterField> = Field extends FilterTimeField ? bigint : string;

/** Matches spans in which the field has one of the values. With an empty list, it matches no span. */
export function equalsAny<Field extends FilterField>(
  field: Field,
  values: readonly ValueOf<Field>[],
): FilterExpression {
  return { kind: 'equals_any', field, values } as EqualsAnyTest;
}

type Comparable = FilterTextField | FilterTimeField;
type Ordering = Exclude<OperatorOf<'numeric'>, 'btwn'>;

/** Matches spans for which `field <operator> operand` is true. An absent field never matches, not even with `neq`. */
export function compares<Field extends Comparable>(
  field: Field,
  operator: Ordering,
  operand: ValueOf<Field>,
): FilterExpression {
  if (operator === 'eq') {
    return equalsAny(field, [operand]);
  }
  if (operator === 'neq') {
    return allOf([isPresent(field), negate(equalsAny(field, [operand]))]);
  }
  return compareTest(field, operator, operand);
}

/** Matches spans in which the field is between two values, inclusive. */
export function isBetween<Field extends Comparable>(
  field: Field,
  lowest: ValueOf<Field>,
  highest: ValueOf<Field>,
): FilterExpression {
  return allOf([compareTest(field, 'gte', lowest), compareTest(field, 'lte', highest)]);
}

function compareTest<Field extends Comparable>(
  field: Field,
  comparison: FilterComparison,
  operand: ValueOf<Field>,
): FilterExpression {
  return { kind: 'compare', field, comparison, operand } as FilterExpression;
}
