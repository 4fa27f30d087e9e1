export const LOGICAL_OPERATORS = ['and', 'or', 'not', 'nand', 'nor'] as const;
export type LogicalOperator = (typeof LOGICAL_OPERATORS)[number];

const FAMILIES = {
  comparison: ['is', 'is_not'],
  numeric: ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'btwn'],
  string: ['startswith', 'endswith', 'contains', 'matches', 'like'],
  list: ['in', 'not_in'],
  dict: ['has', 'has_not'],
  existence: ['exists', 'not_exists'],
} as const;

export type OperatorFamily = keyof typeof FAMILIES;
export type OperatorOf<Family extends OperatorFamily> = (typeof FAMILIES)[Family][number];
export type ConditionOperator = OperatorOf<OperatorFamily>;

export const CONDITION_OPERATORS: readonly ConditionOperator[] = Object.values(FAMILIES).flat();

export function isOperatorOf<Family extends OperatorFamily>(
  family: Family,
  operator: ConditionOperator,
): operator is OperatorOf<Family> {
  return (FAMILIES[family] as readonly string[]).includes(operator);
}
