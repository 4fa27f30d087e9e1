import type { JsonObject } from './json.js';

/** Names one span; what an accepted request answers with. */
export interface Link {
  trace_id: string;
  span_id: string;
}

export interface SpanLink extends Link {
  attributes?: JsonObject;
  trace_state?: string;
  flags?: number;
  dropped_attributes_count?: number;
}

export interface SpanReference {
  id?: string;
  slug?: string;
  version?: string;
  attributes?: JsonObject;
}

export interface SpanHash {
  id?: string;
  attributes?: JsonObject;
}

export interface SpanEvent {
  name: string;
  /** Nanoseconds since the Unix epoch. */
  timestamp: bigint;
  attributes?: JsonObject;
  dropped_attributes_count?: number;
}
