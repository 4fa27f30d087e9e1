/** Values that are ours: names, counts, outcomes; never what somebody sent. */
type SpanFacts = Readonly<Record<string, string | number | boolean>>;

export interface Operation {
  /** Few different ones: the template of a route, never the path. */
  readonly name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  readonly facts?: SpanFacts;
}

export interface OpenSpan {
  tell(facts: SpanFacts): void;
  /** It went wrong; `reason` is a code or an outcome. */
  fail(reason: string): void;
  /** MAY be called more than once; only the first counts. */
  end(): void;
}

/**
 * Spans about the work of Spanhouse itself. Whoever gets none traces nothing.
 *
 * What is traced stays within one asynchronous call: a `step` belongs to the `begin` around it.
 */
export interface SelfTracer {
  /** A new trace, or the caller's where a W3C `traceparent` is given. The caller ends the span. */
  begin<Result>(
    operation: Operation & { readonly traceparent?: string | undefined },
    work: (span: OpenSpan) => Result,
  ): Result;
  /** A child of what is under way, ended with `work`; nothing but `work` where nothing is. */
  step<Result>(operation: Operation, work: (span: OpenSpan) => Promise<Result>): Promise<Result>;
  /** What is under way serves traces of Spanhouse itself: nothing of it is sent. */
  forget(): void;
}

/** Names the library in every span that Spanhouse makes about itself, so that they are known again. */
export const SELF_TRACING_SCOPE = '@spanhouse/self-tracing';
