import { parseTimestamp } from '@spanhouse/span-schema';
import { sumDurations } from '@spanhouse/traceql';
import { parseGoDuration } from '../../front-doors/parse-go-duration.js';
import { within } from '../../front-doors/stored-times.js';

const MS = 1_000_000n;
const SECOND = 1_000_000_000n;
const MINUTE = 60n * SECOND;
const DEFAULT_POINTS = 240n;
/**
 * Units for default steps. A default step is rounded down to a multiple of the largest unit that does not exceed it.
 */
const roundSteps = [60n * MINUTE, 5n * MINUTE, MINUTE, 15n * SECOND, 5n * SECOND, SECOND];
const SHORT_STEP = 50n * MS;
const MAX_SECOND_DIGITS = 10;

/** Parses a time in seconds with an optional fraction, in nanoseconds, or in RFC 3339. */
export function parseMetricsTime(text: string): bigint | undefined {
  const [, whole = '', fraction = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (whole === '') {
    return /^\d{4}-\d\d-\d\d[Tt ]/.test(text) ? parseTimestamp(text) : undefined;
  }
  const isNs = fraction === '' && whole.length > MAX_SECOND_DIGITS;
  const time = isNs
    ? BigInt(whole)
    : BigInt(whole) * SECOND + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
  return within(time) === time ? time : undefined;
}

const sinceUnits = ['y', 'w', 'd', 'h', 'm', 's', 'ms'];
const sinceForm = new RegExp(`^${sinceUnits.map((unit) => `(?:\\d{1,9}${unit})?`).join('')}$`);

/** Parses a duration in Prometheus's format, such as `1d12h`. Returns undefined if the duration is invalid or zero. */
export function parseSince(text: string): bigint | undefined {
  return (sinceForm.test(text) && sumDurations(text)) || undefined;
}

/**
 * Parses a step: a duration in Go's format or a number of seconds. Returns undefined if the step is invalid or shorter
 * than 1 ms.
 */
export function parseStep(text: string): bigint | undefined {
  const step = parseGoDuration(/^[\d.]+$/.test(text) ? `${text}s` : text);
  return step === undefined || step < MS ? undefined : step;
}

/** Returns the default step for a range. */
export function defaultStep(lengthNs: bigint): bigint {
  const exact = lengthNs / DEFAULT_POINTS;
  if (lengthNs < MINUTE) {
    return longer(exact - (exact % SHORT_STEP), SHORT_STEP);
  }
  const unit = roundSteps.find((step) => step <= exact) ?? SECOND;
  return longer(exact - (exact % unit), SECOND);
}

function longer(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
