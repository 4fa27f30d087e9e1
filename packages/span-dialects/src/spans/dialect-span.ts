import type {
  InstrumentationScope,
  JsonObject,
  SpanEvent,
  SpanLink,
  SpanResource,
} from '@spanhouse/span-schema';

/**
 * A stored span whose JSON columns are parsed. Its attributes contain the complete `ag`. Enums are strings, because a
 * newer writer may store values that this version does not know.
 */
export interface DialectSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_id: string | undefined;
  readonly span_name: string;
  readonly span_kind: string;
  /** Start time in nanoseconds since the Unix epoch. */
  readonly start_time: bigint;
  readonly end_time: bigint;
  readonly status_code: string;
  readonly status_message: string | undefined;
  readonly attributes: JsonObject;
  readonly resource: SpanResource | undefined;
  readonly scope: InstrumentationScope | undefined;
  readonly events: readonly SpanEvent[];
  readonly links: readonly SpanLink[];
  readonly trace_state: string | undefined;
  readonly flags: number | undefined;
  readonly dropped_attributes_count: number;
  readonly dropped_events_count: number;
  readonly dropped_links_count: number;
}

/** Sorts events by time. Events with the same time keep their order. */
export function eventsByTime(events: readonly SpanEvent[]): readonly SpanEvent[] {
  return events.length < 2 ? events : events.toSorted(byTime);
}

function byTime(left: SpanEvent, right: SpanEvent): number {
  return left.timestamp < right.timestamp ? -1 : Number(left.timestamp > right.timestamp);
}

/**
 * Returns the OTLP number of an enum value. A name that this version does not know gets the number of "unspecified".
 */
export function enumNumber(name: string, names: readonly string[]): number {
  return Math.max(names.indexOf(name), 0);
}
