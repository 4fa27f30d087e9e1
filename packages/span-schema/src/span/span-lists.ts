import type { JsonObject } from '../json/json.js';

/** The ids of one span. The answer to an accepted request lists the ids of its spans in this form. */
export interface Link {
  trace_id: string;
  span_id: string;
}

/** A link from one span to another span, which may be in a different trace. */
export interface SpanLink extends Link {
  attributes?: JsonObject;
  trace_state?: string;
  flags?: number;
  dropped_attributes_count?: number;
}

/** A reference to an entity, such as a test set or an application. `attributes.key` is the role of the entity. */
export interface SpanReference {
  id?: string;
  slug?: string;
  version?: string;
  attributes?: JsonObject;
}

/** A hash over the references and links of a span; see docs/api/ingest.md. */
export interface SpanHash {
  id?: string;
  attributes?: JsonObject;
}

/** An event during a span, such as an exception. */
export interface SpanEvent {
  name: string;
  /** The time in nanoseconds since the Unix epoch. */
  timestamp: bigint;
  attributes?: JsonObject;
  dropped_attributes_count?: number;
}
