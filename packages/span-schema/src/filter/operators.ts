/** The operators of groups. `not` requires exactly one condition. `nand` and `nor` require at least one. */
export const logicalOperators = ['and', 'or', 'not', 'nand', 'nor'] as const;
export type LogicalOperator = (typeof logicalOperators)[number];

/**
 * The operators of conditions, in families. A field supports either all or none of the operators in a family; see
 * `filterFieldGroups`.
 */
const families = {
  comparison: ['is', 'is_not'],
  numeric: ['eq', 'neq', 'gt', 'lt', 'gte', 'lte', 'btwn'],
  string: ['startswith', 'endswith', 'contains', 'matches', 'like'],
  list: ['in', 'not_in'],
  dict: ['has', 'has_not'],
  existence: ['exists', 'not_exists'],
} as const;

export type OperatorFamily = keyof typeof families;
/** An operator of a family. */
export type OperatorOf<Family extends OperatorFamily> = (typeof families)[Family][number];
/** Any operator of a condition; docs/api/filtering.md describes each operator. */
export type ConditionOperator = OperatorOf<OperatorFamily>;

/** All operators of conditions, in the order in which a 422 response lists them. */
export const conditionOperators: readonly ConditionOperator[] = Object.values(families).flat();

/** Returns the operators of the given families, in the order of the families. */
export function operatorsOf(names: readonly OperatorFamily[]): readonly ConditionOperator[] {
  return names.flatMap((name) => families[name]);
}

/** Returns whether an operator belongs to a family. */
export function isOperatorOf<Family extends OperatorFamily>(
  family: Family,
  operator: ConditionOperator,
): operator is OperatorOf<Family> {
  return (families[family] as readonly string[]).includes(operator);
}
