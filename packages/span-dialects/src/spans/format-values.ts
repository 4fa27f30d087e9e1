import { type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import type { LeafValue } from './flat-attributes.js';

/** Returns a value as a string: a number with all its digits, and a list as compact JSON. */
export function textOfValue(value: LeafValue): string {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      // Writes an integer without an exponent.
      return Number.isInteger(value) ? BigInt(value).toString() : String(value);
    case 'object':
      return value === null ? 'null' : stringifyJson([...value] satisfies JsonValue);
    default:
      return String(value);
  }
}

/** Returns whether an integer fits into 64 bits, the size of OTLP's largest integer type. */
export function isInt64(value: bigint): boolean {
  return BigInt.asIntN(64, value) === value;
}

const firstHalf = /^0{16}/;

/**
 * Returns a trace id as Jaeger and Zipkin show it. If the first 16 of its 32 digits are zeros, these zeros are left
 * out.
 */
export function shortTraceId(traceId: string): string {
  return traceId.replace(firstHalf, '');
}

const NS_PER_MICROSECOND = 1000n;

/** Rounds a time down to microseconds. Returns a bigint if a number would not be exact. */
export function toMicroseconds(ns: bigint): number | bigint {
  const rest = ns % NS_PER_MICROSECOND;
  const whole = (ns - rest) / NS_PER_MICROSECOND - (rest < 0n ? 1n : 0n);
  const number = Number(whole);
  return Number.isSafeInteger(number) ? number : whole;
}
