import { toMapText } from '@spanhouse/span-row';
import type { JsonValue } from '@spanhouse/span-schema';
import type { Leaf, Leaves } from './filter-leaves.js';
import { toDouble } from './filter-pairs.js';
import type { ParameterValue, StatementParameters } from './statement.js';

export interface ScalarValues {
  readonly strings: readonly string[];
  readonly numbers: readonly (number | bigint)[];
  readonly bools: readonly boolean[];
}

/** Undefined when one of the values is in no column: null, an object or a list. */
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

/** SQL: the scalar at the key is one of the values, as far as the columns tell. */
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
  /** What a map answers for a key it does not hold. */
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

/** SQL: one of the values is in a list at the key, or deeper below a number, as far as the maps tell. */
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
