import type { IncomingMessage } from 'node:http';

/** Names, counts and outcomes of our own; never data that a client sent. */
type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Operation {
  /** One of few names: the template of a route, never its path. */
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
 * Makes spans about the work of Spanhouse itself. Code that gets no tracer traces nothing.
 *
 * The spans of a trace are made within one asynchronous call: a `step` belongs to the `begin` around it.
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

/** The instrumentation scope of every span that Spanhouse makes about itself, by which it recognizes them. */
export const selfTracingScope = '@spanhouse/self-tracing';

/** The beginning of the `user-agent` of exports of self-tracing. */
export const selfTracingAgent = 'spanhouse-self-tracing';

/** Recognizes requests that carry traces of Spanhouse itself. They are never traced, because traces would then never end. */
export function isSelfTracingExport(req: Pick<IncomingMessage, 'headers'>): boolean {
  return req.headers['user-agent']?.startsWith(selfTracingAgent) ?? false;
}
