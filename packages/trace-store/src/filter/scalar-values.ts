import { toMapText } from '@spanhouse/span-row';
import type { JsonValue } from '@spanhouse/span-schema';
import type { ParameterValue, StatementParameters } from '../connection/statement.js';
import type { Leaf, Leaves } from './leaves.js';
import { toDouble } from './pairs.js';

/** Scalars by the type of the map that holds them. */
export interface ScalarValues {
  readonly strings: readonly string[];
  readonly numbers: readonly (number | bigint)[];
  readonly bools: readonly boolean[];
}

/** Groups scalars by type; undefined if a value is null, an object or a list, which no column holds. */
export function toScalarValues(values: readonly JsonValue[]): ScalarValues | undefined {
  if (values.some((value) => typeof value === 'object')) {
    return undefined;
  }
  return {
    strings: values.filter((value) => typeof value === 'string'),
    numbers: values.filter((value) => typeof value === 'number' || typeof value === 'bigint'),
    bools: values.filter((value) => typeof value === 'boolean'),
  };
}

/** SQL: a column holds one of the values at the key. */
export function hasScalar(
  { string, number, bool, cutsTexts }: Leaves,
  { strings, numbers, bools }: ScalarValues,
  parameters: StatementParameters,
): string {
  const texts = cutsTexts ? strings.map(toMapText) : strings;
  const doubles = numbers.map(toDouble);
  const conditions = [
    ...isIn(string, { type: 'String', values: texts, absent: '' }, parameters),
    ...isIn(number, { type: 'Float64', values: doubles, absent: 0 }, parameters),
    ...isIn(bool, { type: 'UInt8', values: bools.map(Number), absent: 0 }, parameters),
  ];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}

interface Values {
  readonly type: string;
  readonly values: readonly (string | number)[];
  /** The value that a map returns for an absent key. */
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

/** SQL: a map holds one of the values at or below an element of a list at the key. */
export function hasElement(
  key: string,
  { strings, numbers, bools }: ScalarValues,
  parameters: StatementParameters,
): string {
  const prefix = parameters.bind('String', `${key}.`);
  const isElement = (map: string, type: string, values: readonly (string | number)[]) =>
    values.length === 0
      ? []
      : [
          `arrayExists((k, v) -> startsWith(k, ${prefix}) AND has(${parameters.bind(`Array(${type})`, values as ParameterValue)}, v), mapKeys(${map}), mapValues(${map}))`,
        ];
  const conditions = [
    ...isElement('string_attributes', 'String', strings.map(toMapText)),
    ...isElement('number_attributes', 'Float64', numbers.map(toDouble)),
    ...isElement('bool_attributes', 'UInt8', bools.map(Number)),
  ];
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}
