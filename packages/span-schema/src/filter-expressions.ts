import type {
  EqualsAnyTest,
  FilterComparison,
  FilterExpression,
  FilterField,
  FilterListField,
  FilterTextField,
  FilterTimeField,
} from './filter.js';
import type { OperatorOf } from './filter-operators.js';

type Operands = readonly [FilterExpression, ...FilterExpression[]];

/** Matches no span. */
export const NOTHING: FilterExpression = { kind: 'equals_any', field: 'trace_id', values: [] };

export function allOf(operands: Operands): FilterExpression {
  return operands.length === 1 ? operands[0] : { kind: 'and', operands };
}

export function anyOf(operands: Operands): FilterExpression {
  return operands.length === 1 ? operands[0] : { kind: 'or', operands };
}

export function negate(operand: FilterExpression): FilterExpression {
  return { kind: 'not', operand };
}

export function negateIf(isNegated: boolean, operand: FilterExpression): FilterExpression {
  return isNegated ? negate(operand) : operand;
}

export function isAbsent(field: FilterField | FilterListField): FilterExpression {
  return { kind: 'absent', field };
}

export function isPresent(field: FilterField | FilterListField): FilterExpression {
  return negate(isAbsent(field));
}

type ValueOf<Field extends FilterField> = Field extends FilterTimeField ? bigint : string;

export function equalsAny<Field extends FilterField>(
  field: Field,
  values: readonly ValueOf<Field>[],
): FilterExpression {
  return { kind: 'equals_any', field, values } as EqualsAnyTest;
}

type Comparable = FilterTextField | FilterTimeField;
type Ordering = Exclude<OperatorOf<'numeric'>, 'btwn'>;

/** `field <operator> operand`; never true when the field is absent, `neq` included. */
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
