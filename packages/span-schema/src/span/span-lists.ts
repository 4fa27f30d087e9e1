import type { JsonObject } from '../json/json.js';

/** The ids of one span. The answer to an accepted request lists them. */
export interface Link {
  trace_id: string;
  span_id: string;
}

/** A link from one span to another, which may belong to a different trace. */
export interface SpanLink extends Link {
  attributes?: JsonObject;
  trace_state?: string;
  flags?: number;
  dropped_attributes_count?: number;
}

/** A reference to an entity, such as a test set or an application; `attributes.key` names its role. */
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
