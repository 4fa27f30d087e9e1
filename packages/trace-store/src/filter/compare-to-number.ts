import type { FilterComparison } from '@spanhouse/span-schema';
import { bind } from '../connection/statement.js';

/** An ordering comparison, or equality. */
export type JsonComparison = FilterComparison | 'eq';

/** A comparison operator and its right operand. */
export interface Comparison<Operand> {
  readonly comparison: JsonComparison;
  readonly operand: Operand;
}

/** SQL operators by comparison operator. */
export const sqlComparison = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const;

/** Returns an SQL condition that is true if the JSON value is a number. */
export function isNumber(json: string): string {
  return `match(${json}, '^-?[0-9]')`;
}

/** Returns SQL for the JSON of a number as JavaScript formats it; ClickHouse omits the `+` of an exponent. */
export function numberText(json: string): string {
  return `replaceRegexpOne(${json}, 'e([0-9])', 'e+\\\\1')`;
}

/**
 * Returns SQL that compares a JSON number with a number. The comparison is exact for 64-bit integers and doubles.
 * `json` MUST be a number.
 */
export function compareToNumber(json: string, test: Comparison<number | bigint>): string {
  const integer = `toInt128OrZero(${json})`;
  const is64Bit = `(match(${json}, '^-?[0-9]{1,20}$') AND ${integer} >= toInt128('-9223372036854775808') AND ${integer} <= toInt128('18446744073709551615'))`;
  return `if(${is64Bit}, ${compareInteger(integer, test)}, ${compareDouble(json, test)})`;
}

const INTEGER_BOUND = 1n << 100n;

/**
 * Compares a stored integer with the operand, which is rounded first. For example, an integer is greater than 1.5 if it
 * is greater than 1, and at least 1.5 if it is at least 2.
 */
function compareInteger(
  integer: string,
  { comparison, operand }: Comparison<number | bigint>,
): string {
  if (comparison === 'eq' && typeof operand === 'number' && !Number.isInteger(operand)) {
    return 'false';
  }
  const isUpward = comparison === 'gte' || comparison === 'lt';
  const bound = toBigInt(operand, isUpward ? Math.ceil : Math.floor);
  const text = bind('String', String(bound));
  return `${integer} ${sqlComparison[comparison]} toInt128(${text})`;
}

function toBigInt(operand: number | bigint, round: (value: number) => number): bigint {
  if (typeof operand === 'bigint') {
    return operand;
  }
  const limit = Number(INTEGER_BOUND);
  return BigInt(round(Math.max(-limit, Math.min(limit, operand))));
}

/**
 * Compares a stored double with the operand. If the operand is an integer that no double represents exactly, the
 * nearest double replaces it. The result is exact, because no stored double lies between the operand and the nearest
 * double.
 */
function compareDouble(json: string, { comparison, operand }: Comparison<number | bigint>): string {
  const double = Number(operand);
  const isBetween = double < operand || double > operand;
  if (isBetween && comparison === 'eq') {
    return 'false';
  }
  const sign = isBetween
    ? between[comparison === 'gt' || comparison === 'gte' ? 'above' : 'below']
    : undefined;
  const order = sign?.[double < operand ? 'low' : 'high'] ?? sqlComparison[comparison];
  return `toFloat64OrZero(${json}) ${order} ${bind('Float64', double)}`;
}

/**
 * SQL operators for an operand that was replaced by the nearest double. They depend on the direction of the comparison,
 * and on whether the double is below or above the operand.
 */
const between = { above: { low: '>', high: '>=' }, below: { low: '<=', high: '<' } } as const;
