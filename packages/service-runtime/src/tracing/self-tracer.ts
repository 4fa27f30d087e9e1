import type { IncomingMessage } from 'node:http';

/**
 * Attributes of spans about Spanhouse itself. They contain Spanhouse's own names, counts and outcomes, but never client
 * data.
 */
type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Operation {
  /** A name from a small set, such as a route template; never an actual path. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly facts?: SpanFacts;
}

export interface OpenSpan {
  addAttributes(facts: SpanFacts): void;
  /** Marks the span as failed. `reason` is a code or an outcome. */
  fail(reason: string): void;
  /** Ends the span. MAY be called more than once; only the first call counts. */
  end(): void;
}

/**
 * Creates spans about Spanhouse's own work. All spans of a trace are created within one asynchronous call: a `step`
 * belongs to the surrounding `begin`.
 */
export interface SelfTracer {
  /** Begins a trace, or continues the trace of a W3C `traceparent`. `work` MUST end the span. */
  begin<Result>(
    operation: Operation & { readonly traceparent?: string | undefined },
    work: (span: OpenSpan) => Result,
  ): Result;
  /**
   * Runs `work` within a child span of the current operation. If there is no current operation, runs `work` without a
   * span.
   */
  step<Result>(operation: Operation, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** Discards the current operation and its spans, because the operation handles Spanhouse's own traces. */
  forget(): void;
}

/** The instrumentation scope of all spans that Spanhouse creates about itself. */
export const selfTracingScope = '@spanhouse/self-tracing';

/** The prefix of the `user-agent` of self-tracing exports. */
export const selfTracingAgent = 'spanhouse-self-tracing';

/**
 * Returns true if a request contains Spanhouse's own traces. Such a request is never traced, because its trace would
 * cause another export.
 */
export function isSelfTracingExport(req: Pick<IncomingMessage, 'headers'>): boolean {
  return req.headers['user-agent']?.startsWith(selfTracingAgent) ?? false;
}
