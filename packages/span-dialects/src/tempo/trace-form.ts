import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import type { ShownSpan } from './tempo-span.js';

/** The bytes before, between and after the elements of a group. */
export interface Frame {
  readonly before: Uint8Array;
  readonly between: Uint8Array;
  readonly after: Uint8Array;
}

/** The answer of a trace by id, without its spans. */
export interface TraceEnd {
  /** Version of the route. Version 1 has no metrics and no status. */
  readonly version: 1 | 2;
  /** The reason for missing spans; undefined if the trace is complete. */
  readonly partial: string | undefined;
}

/**
 * A format of traces, written from the inside out: frames may depend on the number of bytes that they enclose,
 * separators included.
 */
export interface TraceForm {
  readonly contentType: string;
  span(span: ShownSpan): Uint8Array;
  scopeFrame(scope: InstrumentationScope | undefined, bytes: number): Frame;
  resourceFrame(resource: SpanResource | undefined, bytes: number): Frame;
  traceFrame(end: TraceEnd, bytes: number): Frame;
}
