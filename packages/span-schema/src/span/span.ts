import type { JsonObject } from '../json/json.js';
import type { SpanKind, SpanStatusCode, SpanType, TraceType } from './span-enums.js';
import type { SpanEvent, SpanHash, SpanLink, SpanReference } from './span-lists.js';

/** A number for the span alone (`incremental`), and for the span with its descendants (`cumulative`). */
interface ScalarMetric {
  cumulative?: number;
  incremental?: number;
}

/** Token counts or costs, keyed by name. A value can be a nested object. */
export interface CountsMetric {
  cumulative?: JsonObject;
  incremental?: JsonObject;
}

/**
 * The canonical `ag.metrics`. All four members are always present; empty ones are `{}`. Durations are in milliseconds.
 */
export interface SpanMetrics {
  duration: ScalarMetric;
  errors: ScalarMetric;
  tokens: CountsMetric;
  costs: CountsMetric;
}

/** The `cumulative` values that the producer sent. Every roll-up starts with these values. */
export interface SubmittedCumulative {
  errors?: number;
  tokens?: JsonObject;
  costs?: JsonObject;
}

/** The library that recorded the span. */
export interface InstrumentationScope {
  name?: string;
  version?: string;
  attributes?: JsonObject;
  dropped_attributes_count?: number;
  schema_url?: string;
}

/** The process or service that produced the span. */
export interface SpanResource {
  attributes: JsonObject;
  dropped_attributes_count?: number;
  schema_url?: string;
}

/** The source of the costs: a model in a price table, a price of the project, or the producer. */
export interface SpanPricing {
  /**
   * `client` if the producer sent the costs; all other members are then absent. `project` if the project has set its
   * own price for the model.
   */
  source?: 'client' | 'project';
  table?: string;
  version?: string;
  model?: string;
}

/**
 * A span after normalisation. Spans are stored only in this form.
 * Every member is always set, so that all spans have the same hidden class, which the hot path relies on. Times are
 * nanoseconds since the Unix epoch.
 */
export interface CanonicalSpan {
  trace_id: string;
  span_id: string;
  parent_id: string | undefined;
  trace_type: TraceType;
  span_type: SpanType;
  /** True if the producer sent `ag.type.span`. Answers contain `ag.type.span` only if this is true. */
  has_type_span: boolean;
  span_kind: SpanKind;
  span_name: string;
  start_time: bigint;
  end_time: bigint;
  status_code: SpanStatusCode;
  status_message: string | undefined;
  session_id: string | undefined;
  user_id: string | undefined;
  agent_id: string | undefined;
  /**
   * Canonical attributes without `ag.type` and `ag.metrics`. `ag` is always present, is the last key, and contains
   * `data`.
   */
  attributes: JsonObject;
  /** `ag.metrics`, rolled up over the spans of one request. */
  metrics: SpanMetrics;
  submitted_cumulative: SubmittedCumulative | undefined;
  /**
   * True if the usage in `metrics` was mapped from a convention. In this case, `incremental` may be an echo of another
   * call, and a submitted `cumulative` is a wrapper's total (see docs/api/ingest.md).
   */
  has_mapped_usage: boolean;
  references: readonly SpanReference[] | undefined;
  links: readonly SpanLink[] | undefined;
  hashes: readonly SpanHash[] | undefined;
  events: readonly SpanEvent[] | undefined;
  resource: SpanResource | undefined;
  scope: InstrumentationScope | undefined;
  trace_state: string | undefined;
  flags: number | undefined;
  dropped_attributes_count: number;
  dropped_events_count: number;
  dropped_links_count: number;
  pricing: SpanPricing | undefined;
}
