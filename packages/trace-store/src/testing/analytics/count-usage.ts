import {
  arrangeTree,
  type CanonicalSpan,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '@spanhouse/span-schema';

export const counts: readonly string[] = ['prompt', 'completion', 'total'];

export function toNumber(value: unknown): number | undefined {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : undefined;
}

export function isNotZero(values: readonly number[]): boolean {
  return values.some((value) => value !== 0);
}

/** Returns whether a span is an echo of another span in the trace, as defined in docs/api/ingest.md. */
export function isEcho(span: CanonicalSpan, trace: readonly CanonicalSpan[]): boolean {
  return trace.some((other) => isEchoOf(span, other));
}

function isEchoOf(echo: CanonicalSpan, other: CanonicalSpan): boolean {
  const [own, tokens] = [echo, other].map(({ metrics }) => metrics.tokens.incremental);
  const parts = ['prompt', 'completion'].map((part) => [
    toNumber(own?.[part]) ?? 0,
    toNumber(tokens?.[part]) ?? 0,
  ]);
  const [id, otherId] = [echo, other].map(responseIdOf);
  const [scope, otherScope] = [echo, other].map((span) => span.scope?.name ?? '');
  const isSameTime = echo.start_time === other.start_time && echo.end_time === other.end_time;
  const isSibling = echo.parent_id !== undefined && echo.parent_id === other.parent_id;
  const isFirst = isSameTime && (scope ?? '') < (otherScope ?? '');
  return (
    echo.has_mapped_usage &&
    other.has_mapped_usage &&
    scope !== otherScope &&
    parts.every(([left, right]) => left === right) &&
    parts.some(([left]) => left !== 0) &&
    (id === '' || otherId === '' || id === otherId) &&
    other.start_time <= echo.start_time &&
    echo.end_time <= other.end_time &&
    (echo.parent_id === other.span_id || (isSibling && !isFirst))
  );
}

function responseIdOf({ attributes }: CanonicalSpan): string {
  const path = ['ag', 'meta', 'response', 'id'];
  const id = path.reduce<JsonValue | undefined>(
    (value, key) => (isJsonObject(value) ? value[key] : undefined),
    attributes,
  );
  return typeof id === 'string' ? id : '';
}

/** Returns the wrappers that report tokens or costs and are not below another such wrapper. */
export function topmostWrappers(
  trace: readonly CanonicalSpan[],
  group: 'tokens' | 'costs',
): readonly CanonicalSpan[] {
  const { top, children } = arrangeTree(trace);
  const topmostFrom = (position: number): readonly CanonicalSpan[] => {
    const span = trace[position];
    return span !== undefined && isWrapper(span, group)
      ? [span]
      : (children[position] ?? []).flatMap(topmostFrom);
  };
  return top.flatMap(topmostFrom);
}

function isWrapper(span: CanonicalSpan, group: 'tokens' | 'costs'): boolean {
  const submitted: JsonObject = span.submitted_cumulative?.[group] ?? {};
  return span.has_mapped_usage && isNotZero(counts.map((count) => toNumber(submitted[count]) ?? 0));
}
