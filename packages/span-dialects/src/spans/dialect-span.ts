import type {
  InstrumentationScope,
  JsonObject,
  SpanEvent,
  SpanLink,
  SpanResource,
} from '@spanhouse/span-schema';

/**
 * A stored span with parsed texts, and with `ag` complete in its attributes. Enums are strings, because a newer writer
 * may know more values.
 */
export interface DialectSpan {
  readonly trace_id: string;
  readonly span_id: string;
  readonly parent_id: string | undefined;
  readonly span_name: string;
  readonly span_kind: string;
  /** Nanoseconds since the Unix epoch. */
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
