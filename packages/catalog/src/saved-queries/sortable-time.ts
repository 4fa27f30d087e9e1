import { formatTimestamp, parseTimestamp } from '@spanhouse/span-schema';

const NS_PER_SECOND = 1_000_000_000n;

/**
 * Formats a time in UTC with 9 fractional digits. All texts have the same length, so comparing texts compares their
 * times.
 */
export function toSortableTime(timeNs: bigint): string {
  const fraction = ((timeNs % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND;
  const seconds = Number((timeNs - fraction) / NS_PER_SECOND);
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${whole}.${String(fraction).padStart(9, '0')}Z`;
}

/** Converts a sortable time to the time format of the API. */
export function fromSortableTime(text: string): string {
  return formatTimestamp(sortableTimeNs(text));
}

/** Parses a sortable time. Returns nanoseconds since 1970. */
export function sortableTimeNs(text: string): bigint {
  return parseTimestamp(text) ?? 0n;
}
