import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import { type FlatAttribute, flattenAttributes } from '../spans/flat-attributes.js';
import type { ShownSpan } from '../spans/shown-span.js';

/** Bytes that are written before, between and after the elements of a group. */
export interface Frame {
  readonly before: Uint8Array;
  readonly between: Uint8Array;
  readonly after: Uint8Array;
}

/** Parts of the answer to a request for a trace by id, except the spans. */
export interface TraceEnd {
  /** Version of the route. An answer of version 1 has neither metrics nor a status. */
  readonly version: 1 | 2;
  /** Reason why spans are missing; undefined if the trace is complete. */
  readonly partial: string | undefined;
}

/**
 * An encoding of traces. A trace is written from the inside out, because a frame may depend on the number of bytes
 * inside it, including separators.
 */
export interface TraceForm {
  readonly contentType: string;
  span(span: ShownSpan): Uint8Array;
  scopeFrame(scope: InstrumentationScope | undefined, bytes: number): Frame;
  resourceFrame(resource: SpanResource | undefined, bytes: number): Frame;
  traceFrame(end: TraceEnd, bytes: number): Frame;
}

/** Returns the attributes of a resource. The list is never empty, because clients of Tempo fail on an empty list. */
export function shownResource(resource: SpanResource | undefined): readonly FlatAttribute[] {
  const attributes = flattenAttributes(resource?.attributes);
  return attributes.length === 0 ? [['service.name', '']] : attributes;
}
