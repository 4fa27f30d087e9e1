import { readTime } from '../../parts/values/format-time.js';
import { writeCount } from '../../parts/values/write-value.js';
import type { Bounds } from '../../url/time-window.js';
import type { CallMap } from './call-map.js';

/** Factor that converts the call counts of a map into rates. */
export interface MapRate {
  /** Rate that each counted call represents, in calls per second. */
  readonly perSecond: number;
  /** True if the map is built from a sample of the matching traces. */
  readonly isEstimate: boolean;
}

const NS_PER_SECOND = 1e9;

/** Returns the conversion factor for a map. Returns undefined if the time window has no start or no trace was read. */
export function rateOfMap(
  { read, matched }: CallMap['traces'],
  range: Required<Bounds> | undefined,
): MapRate | undefined {
  if (range === undefined || read === 0) {
    return undefined;
  }
  const seconds = Number(readTime(range.newest) - readTime(range.oldest)) / NS_PER_SECOND;
  return { perSecond: matched / read / seconds, isEstimate: read < matched };
}

const units = [
  ['s', 1],
  ['min', 60],
  ['h', 3600],
] as const;
const DAY_SECONDS = 86_400;
/** Smallest rate that is written without decimals. Smaller rates are written with one decimal. */
const WHOLE_FROM = 10;

/**
 * Formats a call count as a rate in the smallest time unit in which the rate is at least 1: `12/s`, `~4.5/min`. If
 * `rate` is undefined, the count itself is written.
 */
export function writeRate(count: number, rate: MapRate | undefined): string {
  if (rate === undefined || count === 0) {
    return writeCount(count);
  }
  const perSecond = count * rate.perSecond;
  const [unit, seconds] = units.find(([, length]) => perSecond * length >= 1) ?? ['d', DAY_SECONDS];
  return `${rate.isEstimate ? '~' : ''}${writeAmount(perSecond * seconds)}/${unit}`;
}

function writeAmount(amount: number): string {
  return amount >= WHOLE_FROM ? writeCount(Math.round(amount)) : String(Number(amount.toFixed(1)));
}
