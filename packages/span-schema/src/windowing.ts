import type { JsonValue } from './json.js';
import {
  at,
  type Location,
  NOT_A_STRING,
  type QueryInput,
  type QueryIssue,
  readObject,
  readOneOf,
  report,
} from './query-issue.js';
import { parseTimestamp, timestampUnit } from './timestamp.js';

const WINDOW_ORDERS = ['ascending', 'descending'] as const;
export type WindowOrder = (typeof WINDOW_ORDERS)[number];

/** What a request says about its window; undefined = not said. Times are ns since the Unix epoch. */
export interface Windowing {
  readonly newest: bigint | undefined;
  readonly oldest: bigint | undefined;
  readonly next: string | undefined;
  /** At least 1; the largest one is the service's question. */
  readonly limit: number | undefined;
  readonly order: WindowOrder | undefined;
  /** Minutes. */
  readonly interval: number | undefined;
  /** 0 to 1. */
  readonly rate: number | undefined;
  /** How fine the times were written, in ns: a client may have cut them. Absent = exact. */
  readonly newestUnit?: bigint | undefined;
  readonly oldestUnit?: bigint | undefined;
}

export type WindowMember = Exclude<keyof Windowing, 'newestUnit' | 'oldestUnit'>;

/** A value of a request and where it stands there. */
export interface LocatedValue {
  readonly value: JsonValue;
  readonly loc: Location;
}

export type ParsedWindowing =
  | { readonly status: 'parsed'; readonly windowing: Windowing }
  | { readonly status: 'malformed'; readonly issues: readonly QueryIssue[] };

/** Reads the `windowing` object of a request (API: "Windowing and paging"); absent and null say nothing. */
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

/** The same for a request whose window members stand in several places. */
export function parseWindowMembers(
  find: (member: WindowMember) => LocatedValue | undefined,
): ParsedWindowing {
  const issues: QueryIssue[] = [];
  const read = <Value>(name: WindowMember, parse: Reader<Value>): Value | undefined => {
    const { value, loc } = find(name) ?? { value: null, loc: [] };
    return value === null ? undefined : parse(value, { loc, issues });
  };
  const windowing = {
    newest: read('newest', readTime),
    oldest: read('oldest', readTime),
    next: read('next', readNext),
    limit: read('limit', readLimit),
    order: read('order', (value, input) => readOneOf(value, WINDOW_ORDERS, input)),
    interval: read('interval', readInterval),
    rate: read('rate', readRate),
    newestUnit: read('newest', timestampUnit),
    oldestUnit: read('oldest', timestampUnit),
  };
  return issues.length > 0 ? { status: 'malformed', issues } : { status: 'parsed', windowing };
}

/** Traces whose sample number (0..99) is below it are kept: floor(rate × 100), so that 0.29 gives 29. */
export function toRatePercent(rate: number): number {
  const digits = String(rate);
  return digits.includes('e') ? 0 : Math.floor(Number(`${digits}e2`));
}

type Reader<Value> = (value: JsonValue, input: QueryInput) => Value | undefined;

function readTime(value: JsonValue, input: QueryInput): bigint | undefined {
  const timeNs = parseTimestamp(value);
  if (timeNs === undefined) {
    report(input, { type: 'datetime_parsing', msg: 'Input should be a valid datetime' }, value);
  }
  return timeNs;
}

const SPAN_ID_FORM = /^[0-9a-fA-F]{16}$/;

function readNext(value: JsonValue, input: QueryInput): string | undefined {
  if (typeof value !== 'string') {
    report(input, NOT_A_STRING, value);
    return undefined;
  }
  if (SPAN_ID_FORM.test(value)) {
    report(input, { type: 'uuid_parsing', msg: 'Input should be a valid UUID' }, value);
  }
  return value;
}

function readLimit(value: JsonValue, input: QueryInput): number | undefined {
  const limit = toNumber(value);
  if (limit === undefined || !Number.isInteger(limit)) {
    report(input, { type: 'int_type', msg: 'Input should be a valid integer' }, value);
    return undefined;
  }
  if (limit < 1) {
    const msg = 'Input should be greater than or equal to 1';
    report(input, { type: 'greater_than_equal', msg, ctx: { ge: 1 } }, value);
    return undefined;
  }
  return limit;
}

function readInterval(value: JsonValue, input: QueryInput): number | undefined {
  const interval = toNumber(value);
  if (interval !== undefined && Number.isInteger(interval) && interval > 0) {
    return interval;
  }
  const msg = 'Value error, Bucket interval must be a positive integer.';
  report(input, { type: 'value_error', msg }, value);
  return undefined;
}

function readRate(value: JsonValue, input: QueryInput): number | undefined {
  const rate = toNumber(value);
  if (rate !== undefined && rate >= 0 && rate <= 1) {
    return rate;
  }
  const msg = 'Value error, Sampling rate must be between 0.0 and 1.0.';
  report(input, { type: 'value_error', msg }, value);
  return undefined;
}

const NUMBER_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Numbers, and their texts: a query string has nothing else. */
function toNumber(value: JsonValue): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return Number(value);
  }
  return typeof value === 'string' && NUMBER_TEXT.test(value) ? Number(value) : undefined;
}
