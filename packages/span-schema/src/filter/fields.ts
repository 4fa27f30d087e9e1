import {
  filterAttributeFields,
  filterEnumFields,
  filterIdFields,
  filterListFields,
  filterTextFields,
  filterTimeFields,
  filterUserFields,
} from './filter.js';
import {
  type ConditionOperator,
  type OperatorFamily,
  type OperatorOf,
  operatorsOf,
} from './operators.js';
import { FilterRefusal } from './refusal.js';

/** Fields that permit the same operators, keys and values. */
interface FilterFieldGroup {
  readonly fields: readonly string[];
  readonly families: readonly OperatorFamily[];
  /** The permitted keys, worded for the reference documentation. */
  readonly key: string;
  /** The permitted values, worded for the reference documentation. */
  readonly value: string;
}

/**
 * The fields of filters, grouped by their checks. The checks, the OpenAPI document and the reference in
 * docs/api/filtering.md use this table. `content` is not in the table, because it has a single operator instead of a
 * family.
 */
export const filterFieldGroups = {
  Id: {
    fields: filterIdFields,
    families: ['comparison', 'list'],
    key: '–',
    value: 'An id or a list of ids; only `parent_id` also accepts null',
  },
  Enum: {
    fields: filterEnumFields,
    families: ['comparison', 'list'],
    key: '–',
    value: 'An exact value of the enumeration, or null',
  },
  Text: {
    fields: filterTextFields,
    families: ['comparison', 'numeric', 'string', 'list', 'existence'],
    key: '–',
    value: 'A string, number or boolean; `is`, `is_not` and lists also accept null',
  },
  Time: {
    fields: filterTimeFields,
    families: ['comparison', 'numeric', 'string', 'list'],
    key: '–',
    value: 'A time; `is`, `is_not` and lists also accept null',
  },
  User: {
    fields: filterUserFields,
    families: ['comparison', 'list', 'existence'],
    key: '–',
    value: 'A UUID; `is`, `is_not` and lists also accept null',
  },
  Attribute: {
    fields: filterAttributeFields,
    families: ['comparison', 'numeric', 'string', 'list', 'existence'],
    key: 'required',
    value: 'Any JSON that fits the operator',
  },
  List: {
    fields: filterListFields,
    families: ['list', 'dict', 'existence'],
    key: 'for `has`, `has_not`',
    value: 'Partial entries for `in`, `not_in`; any JSON for `has`, `has_not`',
  },
} as const satisfies Readonly<Record<string, FilterFieldGroup>>;

/** The operators of the field `content`. */
export const contentOperators: readonly ConditionOperator[] = ['contains'];

export type GroupName = keyof typeof filterFieldGroups;
type OperatorOfGroup<Name extends GroupName> = OperatorOf<
  (typeof filterFieldGroups)[Name]['families'][number]
>;

/** Throws FilterRefusal if the fields of a group do not support the operator. The message contains `field`. */
export function requireOperator<Name extends GroupName>(
  name: Name,
  operator: ConditionOperator,
  field: string,
): asserts operator is OperatorOfGroup<Name> {
  const families: readonly OperatorFamily[] = filterFieldGroups[name].families;
  if (!operatorsOf(families).includes(operator)) {
    const comma = families.length > 2 ? ',' : '';
    const listed = `${families.slice(0, -1).join(', ')}${comma} and ${families.at(-1)}`;
    throw new FilterRefusal(`'${field}' only supports ${listed} operators.`);
  }
}
