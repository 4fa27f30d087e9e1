import type { JsonValue } from '../json/json.js';
import { isNumberText } from '../json/number-text.js';
import { parseTimestamp, timestampUnit } from '../time/timestamp.js';
import { at, type QueryInput, readObject, readOneOf, report } from './query-issue.js';
import {
  type Location,
  notA,
  outOfRange,
  type ValidationDetail,
  valueError,
} from './validation-detail.js';

/** The orders in which a result can be sorted by start time. */
export const windowOrders = ['ascending', 'descending'] as const;
/** The order in which a result is sorted by start time; see docs/api/windowing.md. */
export type WindowOrder = (typeof windowOrders)[number];

/** The window of a request. An undefined member was not specified. Times are nanoseconds since the Unix epoch. */
export interface Windowing {
  /** The end of the time range. It is exclusive in descending order and inclusive in ascending order. */
  readonly newest: bigint | undefined;
  /** The start of the time range. It is inclusive in descending order and exclusive in ascending order. */
  readonly oldest: bigint | undefined;
  /** The cursor of the next page. */
  readonly next: string | undefined;
  /** The page size, at least 1. Each service defines its own maximum. */
  readonly limit: number | undefined;
  readonly order: WindowOrder | undefined;
  /** The bucket interval in minutes. */
  readonly interval: number | undefined;
  /** The sampling rate, from 0 to 1. */
  readonly rate: number | undefined;
  /**
   * The precision of `newest` in nanoseconds. The real time can be later by up to this value, because a client may have
   * truncated it. Absent if the time is exact.
   */
  readonly newestUnit?: bigint | undefined;
  readonly oldestUnit?: bigint | undefined;
}

/** A member of a window that a request can specify. */
export type WindowMember = Exclude<keyof Windowing, 'newestUnit' | 'oldestUnit'>;

/** A value of a request and its location. */
export interface LocatedValue {
  readonly value: JsonValue;
  readonly loc: Location;
}

/** A valid window, or its problems. */
export type ParsedWindowing =
  | { readonly status: 'parsed'; readonly windowing: Windowing }
  | { readonly status: 'malformed'; readonly issues: readonly ValidationDetail[] };

/**
 * Parses the `windowing` object of a request (see docs/api/windowing.md). An absent or null object means that nothing
 * is specified. Collects all problems.
 */
export function parseWindowing(value: JsonValue | undefined, loc: Location): ParsedWindowing {
  const input: QueryInput = { loc, issues: [] };
  const members = readObject(value, input);
  if (members === undefined) {
    return { status: 'malformed', issues: input.issues };
  }
  return parseWindowMembers((name) => {
    const member = members[name];
    return member === undefined ? undefined : { value: member, loc: at(input, name).loc };
  });
}

/** Parses a window whose members are in several parts of the request. `find` returns the value of a member. */
export function parseWindowMembers(
  find: (member: WindowMember) => LocatedValue | undefined,
): ParsedWindowing {
  const issues: ValidationDetail[] = [];
  const read = <Value>(name: WindowMember, parse: Reader<Value>): Value | undefined => {
    const { value, loc } = find(name) ?? { value: null, loc: [] };
    return value === null ? undefined : parse(value, { loc, issues });
  };
  const windowing = {
    newest: read('newest', readTime),
    oldest: read('oldest', readTime),
    next: read('next', readNext),
    limit: read('limit', readLimit),
    order: read('order', (value, input) => readOneOf(value, windowOrders, input)),
    interval: read('interval', readInterval),
    rate: read('rate', readRate),
    newestUnit: read('newest', timestampUnit),
    oldestUnit: read('oldest', timestampUnit),
  };
  return issues.length > 0 ? { status: 'malformed', issues } : { status: 'parsed', windowing };
}

/**
 * Returns floor(rate × 100), computed exactly, so that 0.29 gives 29. A trace is kept if its sample number (0 to 99) is
 * lower than the result.
 */
export function toRatePercent(rate: number): number {
  const digits = String(rate);
  return digits.includes('e') ? 0 : Math.floor(Number(`${digits}e2`));
}

type Reader<Value> = (value: JsonValue, input: QueryInput) => Value | undefined;

function readTime(value: JsonValue, input: QueryInput): bigint | undefined {
  return parseTimestamp(value) ?? report(input, notA('datetime'), value);
}

/**
 * Matches a span id without dashes. Such an id is refused as a cursor, because a cursor that a client builds must be a
 * UUID.
 */
export const spanIdForm = /^[0-9a-fA-F]{16}$/;

function readNext(value: JsonValue, input: QueryInput): string | undefined {
  if (typeof value !== 'string') {
    return report(input, notA('string'), value);
  }
  return spanIdForm.test(value) ? report(input, notA('uuid'), value) : value;
}

function readLimit(value: JsonValue, input: QueryInput): number | undefined {
  const limit = toNumber(value);
  if (limit === undefined || !Number.isInteger(limit)) {
    return report(input, notA('integer'), value);
  }
  return limit < 1 ? report(input, outOfRange('min', 1), value) : limit;
}

function readInterval(value: JsonValue, input: QueryInput): number | undefined {
  const interval = toNumber(value);
  return interval !== undefined && Number.isInteger(interval) && interval > 0
    ? interval
    : report(input, valueError('Bucket interval must be a positive integer.'), value);
}

function readRate(value: JsonValue, input: QueryInput): number | undefined {
  const rate = toNumber(value);
  return rate !== undefined && rate >= 0 && rate <= 1
    ? rate
    : report(input, valueError('Sampling rate must be between 0.0 and 1.0.'), value);
}

/**
 * Converts a value to a number. Accepts strings that contain a number, because values in a query string are always
 * strings.
 */
function toNumber(value: JsonValue): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return Number(value);
  }
  return typeof value === 'string' && isNumberText(value) ? Number(value) : undefined;
}
