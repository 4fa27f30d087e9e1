import { formatTimestamp, parseTimestamp } from '@spanhouse/span-schema';

const NS_PER_SECOND = 1_000_000_000n;

/** UTC with 9 digits after the second: texts of one length, sorted as the times are. */
export function toSortableTime(timeNs: bigint): string {
  const fraction = ((timeNs % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND;
  const seconds = Number((timeNs - fraction) / NS_PER_SECOND);
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${whole}.${String(fraction).padStart(9, '0')}Z`;
}

/** As the API writes times. */
export function fromSortableTime(text: string): string {
  return formatTimestamp(sortableTimeNs(text));
}

export function sortableTimeNs(text: string): bigint {
  return parseTimestamp(text) ?? 0n;
}
