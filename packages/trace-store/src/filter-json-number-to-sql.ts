import type { FilterComparison } from '@spanhouse/span-schema';
import type { StatementParameters } from './statement.js';

export type JsonComparison = FilterComparison | 'eq';

export interface NumberComparison {
  readonly comparison: JsonComparison;
  readonly operand: number | bigint;
}

export const SQL_COMPARISON = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

export function isNumber(json: string): string {
  return `match(${json}, '^-?[0-9]')`;
}

/** The text as JavaScript writes it; ClickHouse leaves out the `+` of an exponent. */
export function numberText(json: string): string {
  return `replaceRegexpOne(${json}, 'e([0-9])', 'e+\\\\1')`;
}

/** Exact for integers of 64 bits, signed or not, and for doubles. False for what is no number. */
export function compareToNumber(
  json: string,
  { comparison, operand }: NumberComparison,
  parameters: StatementParameters,
): string {
  const integer = `toInt128OrZero(${json})`;
  const is64Bit = `(match(${json}, '^-?[0-9]{1,20}$') AND ${integer} >= toInt128('-9223372036854775808') AND ${integer} <= toInt128('18446744073709551615'))`;
  return `if(${is64Bit}, ${compareInteger(integer, { comparison, operand }, parameters)}, ${compareDouble(json, { comparison, operand }, parameters)})`;
}

const INTEGER_BOUND = 1n << 100n;

/** An integer is above 1.5 exactly when it is above 1, and at least 1.5 when it is at least 2. */
function compareInteger(
  integer: string,
  { comparison, operand }: NumberComparison,
  parameters: StatementParameters,
): string {
  if (comparison === 'eq' && typeof operand === 'number' && !Number.isInteger(operand)) {
    return 'false';
  }
  const isUpward = comparison === 'gte' || comparison === 'lt';
  const bound = toBigInt(operand, isUpward ? Math.ceil : Math.floor);
  const text = parameters.bind('String', String(bound));
  return `${integer} ${SQL_COMPARISON[comparison]} toInt128(${text})`;
}

function toBigInt(operand: number | bigint, round: (value: number) => number): bigint {
  if (typeof operand === 'bigint') {
    return operand;
  }
  const limit = Number(INTEGER_BOUND);
  return BigInt(round(Math.max(-limit, Math.min(limit, operand))));
}

/** An integer between two doubles is replaced by one of them: no double lies between. */
function compareDouble(
  json: string,
  { comparison, operand }: NumberComparison,
  parameters: StatementParameters,
): string {
  const double = Number(operand);
  const isBetween = double < operand || double > operand;
  if (isBetween && comparison === 'eq') {
    return 'false';
  }
  const sign = isBetween
    ? BETWEEN[comparison === 'gt' || comparison === 'gte' ? 'above' : 'below']
    : undefined;
  const order = sign?.[double < operand ? 'low' : 'high'] ?? SQL_COMPARISON[comparison];
  return `toFloat64OrZero(${json}) ${order} ${parameters.bind('Float64', double)}`;
}

/** By the side on which the nearest double lies. */
const BETWEEN = { above: { low: '>', high: '>=' }, below: { low: '<=', high: '<' } } as const;
