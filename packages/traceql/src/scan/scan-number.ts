import { parseErrorAt } from '../traceql-error.js';
import { MAX_INT } from '../tree/expression.js';
import type { Scalar } from '../tree/query.js';
import { matchAt } from './token.js';

const digits = String.raw`(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)`;
const durationPattern = new RegExp(`(?:${digits}(?:ns|us|µs|μs|ms|s|m|h|d|w|y))+`, 'y');
const durationPart = new RegExp(`(${digits})(ns|us|µs|μs|ms|s|m|h|d|w|y)`, 'g');
const numberPattern = new RegExp(`${digits}(?:[eE][+-]?[0-9]+)?`, 'y');

const HOUR_NS = 3_600_000_000_000n;
const unitNs: Readonly<Record<string, bigint>> = {
  ns: 1n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ms: 1_000_000n,
  s: 1_000_000_000n,
  m: 60_000_000_000n,
  h: HOUR_NS,
  d: 24n * HOUR_NS,
  w: 168n * HOUR_NS,
  y: 365n * 24n * HOUR_NS,
};

/** Scans a number or a duration, which consists of one or more numbers with units. */
export function scanNumber(
  query: string,
  start: number,
): { readonly text: string; readonly literal: Scalar } {
  const duration = matchAt(durationPattern, query, start);
  const text = duration ?? matchAt(numberPattern, query, start) ?? '';
  const next = query[start + text.length] ?? '';
  if (/[A-Za-z0-9_µμ.]/.test(next)) {
    const word = /^[^\s{}(),|&]*/.exec(query.slice(start))?.[0] ?? text;
    throw parseErrorAt(query, start, `${word} is no number and no duration`);
  }
  const literal = duration === undefined ? numberOf(text) : durationOf(text);
  if (literal === undefined) {
    throw parseErrorAt(query, start, `${text} is out of range`);
  }
  return { text, literal };
}

function numberOf(text: string): Scalar | undefined {
  if (/^[0-9]+$/.test(text)) {
    const value = BigInt(text);
    return value > MAX_INT ? undefined : { type: 'int', value };
  }
  const value = Number(text);
  return Number.isFinite(value) ? { type: 'float', value } : undefined;
}

function durationOf(text: string): Scalar | undefined {
  const value = sumDurations(text);
  return value > MAX_INT ? undefined : { type: 'duration', value };
}

/** Adds up the numbers with units in a duration such as `1h30m`, and returns the sum in nanoseconds. */
export function sumDurations(text: string): bigint {
  const parts = [...text.matchAll(durationPart)];
  return parts.reduce((sum, [, number = '', unit = '']) => {
    const [whole = '', fraction = ''] = number.split('.');
    const scale = 10n ** BigInt(fraction.length);
    return sum + (BigInt(`0${whole}${fraction}`) * (unitNs[unit] ?? 0n)) / scale;
  }, 0n);
}
