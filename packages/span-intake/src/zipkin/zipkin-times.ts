import { type JsonObject, type JsonValue, MAX_TIME_NS } from '@spanhouse/span-schema';
import { wrongValue } from '../submission/span-fault.js';

const digits = /^\d{1,19}$/;

export interface ZipkinTimes {
  /** Nanoseconds since the Unix epoch. */
  start_time: bigint;
  end_time: bigint;
  /** True if the span has no start. */
  is_start_absent: boolean;
}

/** Reads the times of a span. If a span has no start, its end is the receive time. */
export function readZipkinTimes(span: JsonObject, receivedAt: bigint): ZipkinTimes {
  const start = parseMicroseconds(span['timestamp']) ?? refuseTime(span, 'timestamp');
  const duration = parseMicroseconds(span['duration']) ?? refuseTime(span, 'duration');
  if (start === 0n) {
    const start_time = duration < receivedAt ? receivedAt - duration : receivedAt;
    return { start_time, end_time: receivedAt, is_start_absent: true };
  }
  return start + duration > MAX_TIME_NS
    ? refuseTime(span, 'duration')
    : { start_time: start, end_time: start + duration, is_start_absent: false };
}

function refuseTime(span: JsonObject, key: string): never {
  const found = { loc: [key], input: span[key] ?? null };
  throw wrongValue('invalid_time', found, 'is not a usable number of microseconds');
}

/**
 * Converts a time in microseconds to nanoseconds. Returns 0 for an absent time and `undefined` for an invalid one.
 * Times are usually whole microseconds, but some reporters send fractions or strings.
 */
export function parseMicroseconds(value: JsonValue | undefined): bigint | undefined {
  const time = toNanoseconds(value ?? 0);
  return time === undefined || time < 0n || time > MAX_TIME_NS ? undefined : time;
}

function toNanoseconds(value: JsonValue): bigint | undefined {
  if (typeof value === 'bigint') {
    return value * 1000n;
  }
  if (typeof value === 'string') {
    return digits.test(value) ? BigInt(value) * 1000n : undefined;
  }
  if (typeof value !== 'number' || !Number.isFinite(value)) {
    return undefined;
  }
  const whole = Math.floor(value);
  return BigInt(whole) * 1000n + BigInt(Math.round((value - whole) * 1000));
}
