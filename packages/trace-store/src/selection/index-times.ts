import { MAX_TIME_NS, MIN_TIME_NS } from '@spanhouse/span-schema';
import type { TimeRange } from './time-ranges.js';

/** SQL for the earliest time that a span may have. */
export const firstTime = `toDateTime64(${MIN_TIME_NS / 1_000_000_000n}, 9, 'UTC')`;

/**
 * Returns an SQL condition that is true if an entry of the trace index has swapped times, so the times of its spans are
 * unknown. Version 0.1.0 wrote such entries for blocks with times before and after 1970, and an old consumer still may.
 */
export function isRangeUnknown(entry = ''): string {
  return `${entry}min_start_time > ${entry}max_start_time`;
}

/**
 * Returns SQL for the first and last start of the spans of grouped entries, in ns since the Unix epoch, and for a flag
 * that marks unknown times. `toStartRange` decodes the three values.
 */
export function startRange(entry = ''): string {
  return `toUnixTimestamp64Nano(min(${entry}min_start_time)), toUnixTimestamp64Nano(max(${entry}max_start_time)), max(${isRangeUnknown(entry)})`;
}

/** Returns a range that contains the starts of all spans. */
export function toStartRange([from = 0n, to = 0n, isUnknown = 0n]: readonly bigint[]): TimeRange {
  return isUnknown === 0n ? { from, to } : { from: MIN_TIME_NS, to: MAX_TIME_NS };
}

/** Returns SQL for a time at or before the starts of all spans of the grouped entries, in ns since the Unix epoch. */
export function firstStart(entry = ''): string {
  return `min(if(${isRangeUnknown(entry)}, toInt64(${MIN_TIME_NS}), toUnixTimestamp64Nano(${entry}min_start_time)))`;
}

/** Returns SQL for a time at or after the starts of all spans of the grouped entries, in ns since the Unix epoch. */
export function lastStart(entry = ''): string {
  return `max(if(${isRangeUnknown(entry)}, toInt64(${MAX_TIME_NS}), toUnixTimestamp64Nano(${entry}max_start_time)))`;
}
