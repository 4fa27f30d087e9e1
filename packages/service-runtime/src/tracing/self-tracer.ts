import type { IncomingMessage } from 'node:http';

/** Names, counts and outcomes of our own; never data that a client sent. */
type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Operation {
  /** One of a small set of names: the template of a route, never its path. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly facts?: SpanFacts;
}

export interface OpenSpan {
  /** Adds attributes. */
  tell(facts: SpanFacts): void;
  /** Marks the span as failed; `reason` is a code or an outcome. */
  fail(reason: string): void;
  /** MAY be called more than once; only the first counts. */
  end(): void;
}

/**
 * Creates spans about the work of Spanhouse itself. Code without a tracer creates no spans.
 *  The spans of a trace are created within one asynchronous call: a `step` belongs to the `begin` around it.
 */
export interface SelfTracer {
  /** Begins a trace, or continues the trace of a W3C `traceparent`. `work` ends the span. */
  begin<Result>(
    operation: Operation & { readonly traceparent?: string | undefined },
    work: (span: OpenSpan) => Result,
  ): Result;
  /** Runs `work` within a child span of the current operation; without an operation, runs `work` only. */
  step<Result>(operation: Operation, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** Discards the current operation with its spans, because it serves traces of Spanhouse itself. */
  forget(): void;
}

/** The instrumentation scope of every span that Spanhouse creates about itself. It identifies these spans. */
export const selfTracingScope = '@spanhouse/self-tracing';

/** The prefix of the `user-agent` of self-tracing exports. */
export const selfTracingAgent = 'spanhouse-self-tracing';

/** Recognizes requests that carry traces of Spanhouse itself. They are never traced, because traces would then never end. */
export function isSelfTracingExport(req: Pick<IncomingMessage, 'headers'>): boolean {
  return req.headers['user-agent']?.startsWith(selfTracingAgent) ?? false;
}
