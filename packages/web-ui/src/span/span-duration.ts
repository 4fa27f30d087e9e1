import type { ShownSpan } from '../api/shown-span.js';
import { readTime } from '../parts/values/format-time.js';

/** Returns the duration of a span in ns. */
export function spanDuration({
  start_time: start,
  end_time: end,
}: Pick<ShownSpan, 'start_time' | 'end_time'>): bigint {
  return readTime(end) - readTime(start);
}
