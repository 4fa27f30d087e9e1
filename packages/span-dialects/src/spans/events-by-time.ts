import type { SpanEvent } from '@spanhouse/span-schema';

/** Sorts events by time, and keeps the order of events with equal times. */
export function eventsByTime(events: readonly SpanEvent[]): readonly SpanEvent[] {
  return events.length < 2 ? events : events.toSorted(byTime);
}

function byTime(left: SpanEvent, right: SpanEvent): number {
  return left.timestamp < right.timestamp ? -1 : Number(left.timestamp > right.timestamp);
}
