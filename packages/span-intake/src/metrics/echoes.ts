import {
  findEchoes,
  type InstrumentationScope,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type SpanMetrics,
  type TreeSpan,
  type UsageCall,
} from '@spanhouse/span-schema';

/** A span that may be a call with usage. */
export interface CallSpan extends TreeSpan {
  readonly end_time: bigint;
  readonly metrics: SpanMetrics;
  readonly has_mapped_usage: boolean;
  readonly scope: Pick<InstrumentationScope, 'name'> | undefined;
}

/**
 * Returns the spans of a trace that repeat the usage of another call (see docs/api/ingest.md). Usage from a producer's
 * own `ag.metrics` is never treated as an echo.
 */
export function echoesOf<Span extends CallSpan>(
  spans: readonly Span[],
  responseIdOf: (span: Span) => string | undefined,
): ReadonlySet<CallSpan> {
  if (!haveSeveralScopes(spans)) {
    return noEchoes;
  }
  const calls = spans.filter(isMappedCall).map((span) => toUsageCall(span, responseIdOf));
  return new Set([...findEchoes(calls)].map(({ span }) => span));
}

const noEchoes: ReadonlySet<CallSpan> = new Set();

function haveSeveralScopes(spans: readonly CallSpan[]): boolean {
  let first: CallSpan | undefined;
  for (const span of spans) {
    if (isMappedCall(span)) {
      first ??= span;
      if (span.scope !== first.scope && span.scope?.name !== first.scope?.name) {
        return true;
      }
    }
  }
  return false;
}

function isMappedCall({ has_mapped_usage, metrics }: CallSpan): boolean {
  const counts = metrics.tokens.incremental;
  return (
    has_mapped_usage &&
    (toNumber(counts?.['prompt']) !== 0 || toNumber(counts?.['completion']) !== 0)
  );
}

function toUsageCall<Span extends CallSpan>(
  span: Span,
  responseIdOf: (span: Span) => string | undefined,
): UsageCall & { readonly span: Span } {
  const { span_id, parent_id, start_time, end_time, scope, metrics } = span;
  let response: { readonly id: string | undefined } | undefined;
  return {
    span,
    span_id,
    parent_id,
    start_time,
    end_time,
    scope_name: scope?.name ?? '',
    prompt: toNumber(metrics.tokens.incremental?.['prompt']),
    completion: toNumber(metrics.tokens.incremental?.['completion']),
    responseId() {
      response ??= { id: responseIdOf(span) };
      return response.id;
    },
  };
}

/** Returns the provider's response id from a span's attributes. */
export function responseIdIn({
  attributes,
}: {
  readonly attributes: JsonObject;
}): string | undefined {
  const id = memberOf(memberOf(memberOf(attributes['ag'], 'meta'), 'response'), 'id');
  return typeof id === 'string' && id !== '' ? id : undefined;
}

function memberOf(value: JsonValue | undefined, name: 'meta' | 'response' | 'id') {
  return isJsonObject(value) ? value[name] : undefined;
}

/** Converts a count to a number. A nested object of counts becomes 0, because nested counts are not rolled up. */
export function toNumber(count: unknown): number {
  return typeof count === 'number' || typeof count === 'bigint' ? Number(count) : 0;
}
