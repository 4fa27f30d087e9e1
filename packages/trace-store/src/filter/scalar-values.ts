import type { JsonValue } from '@spanhouse/span-schema';
import type { ParameterValue, StatementParameters } from '../connection/statement.js';
import type { Leaf, Leaves } from './leaves.js';
import { type PairValue, toDouble } from './pairs.js';

/** Returns the values as scalars; undefined if one of them is null, an object or a list, which no column stores. */
export function toScalars(values: readonly JsonValue[]): readonly PairValue[] | undefined {
  return values.some((value) => typeof value === 'object')
    ? undefined
    : (values as readonly PairValue[]);
}

/** SQL: a column has one of the values at the key. */
export function hasScalar(
  { string, number }: Pick<Leaves, 'string' | 'number'>,
  values: readonly PairValue[],
  parameters: StatementParameters,
): string {
  const texts = values.filter((value) => typeof value === 'string');
  const numbers = values.filter((value) => typeof value === 'number' || typeof value === 'bigint');
  const conditions = [
    ...isIn(string, { type: 'String', values: texts, absent: '' }, parameters),
    ...isIn(number, { type: 'Float64', values: numbers.map(toDouble), absent: 0 }, parameters),
  ];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}

interface Values {
  readonly type: string;
  readonly values: readonly (string | number)[];
  /** The column's value for an absent one. */
  readonly absent: string | number;
}

function isIn(
  leaf: Leaf | undefined,
  { type, values, absent }: Values,
  parameters: StatementParameters,
): string[] {
  const [value, ...more] = values;
  if (leaf === undefined || value === undefined) {
    return [];
  }
  const condition =
    more.length === 0
      ? `${leaf.value} = ${parameters.bind(type, value)}`
      : `${leaf.value} IN ${parameters.bind(`Array(${type})`, values as ParameterValue)}`;
  return [values.includes(absent) ? `(${leaf.has} AND ${condition})` : condition];
}
