import type { InstrumentationScope, SpanResource } from '@spanhouse/span-schema';
import type { ShownSpan } from './tempo-span.js';

/** What precedes and follows the elements of a group, and what is between two of them. */
export interface Frame {
  readonly before: Uint8Array;
  readonly between: Uint8Array;
  readonly after: Uint8Array;
}

/** What a trace by id says besides its spans. */
export interface TraceEnd {
  /** The first version of the route has no metrics and no status. */
  readonly version: 1 | 2;
  /** Why spans are missing; undefined = none is. */
  readonly partial: string | undefined;
}

/**
 * A way to write a trace, from the inside out: frames may depend on the bytes of what they hold, which include those
 * between the elements.
 */
export interface TraceForm {
  readonly contentType: string;
  span(span: ShownSpan): Uint8Array;
  scopeFrame(scope: InstrumentationScope | undefined, bytes: number): Frame;
  resourceFrame(resource: SpanResource | undefined, bytes: number): Frame;
  traceFrame(end: TraceEnd, bytes: number): Frame;
}
