import { compareCodePoints, withoutUndefined } from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import { serviceNamed } from '../spans/service-of.js';

/** Members of a span that a summary needs. */
interface SummarizedSpan
  extends Pick<
    DialectSpan,
    'span_id' | 'parent_id' | 'span_name' | 'start_time' | 'end_time' | 'status_code'
  > {
  readonly service_name: string | undefined;
}

/** A trace as the Jaeger UI lists it. If every span has a parent, the root names are missing. */
export type JaegerTraceSummary = ReturnType<typeof summarizeTrace>;

/**
 * Summarizes a trace. `spans` MUST contain all spans of the trace, sorted by (start_time, span_id), and MUST NOT be
 * empty.
 */
export function summarizeTrace(traceId: string, spans: readonly SummarizedSpan[]) {
  const root = spans.find(({ parent_id }) => parent_id === undefined);
  const stored = new Set(spans.map(({ span_id }) => span_id));
  return withoutUndefined({
    traceId,
    rootServiceName: root && nameOf(root),
    rootOperationName: root?.span_name,
    minStartTimeUnixNano: String(spans[0]?.start_time),
    maxEndTimeUnixNano: String(latestEnd(spans)),
    spanCount: spans.length,
    errorSpanCount: spans.filter(isError).length,
    orphanSpanCount: spans.filter(
      ({ parent_id }) => parent_id !== undefined && !stored.has(parent_id),
    ).length,
    services: countServices(spans),
  });
}

function latestEnd(spans: readonly SummarizedSpan[]): bigint | undefined {
  let latest = spans[0]?.end_time;
  for (const { end_time: end } of spans) {
    latest = latest === undefined || end > latest ? end : latest;
  }
  return latest;
}

function countServices(spans: readonly SummarizedSpan[]) {
  const services = new Map<
    string,
    { readonly name: string; spanCount: number; errorSpanCount: number }
  >();
  for (const span of spans) {
    const name = nameOf(span);
    const counts = services.get(name) ?? { name, spanCount: 0, errorSpanCount: 0 };
    counts.spanCount += 1;
    counts.errorSpanCount += isError(span) ? 1 : 0;
    services.set(name, counts);
  }
  return [...services.values()].sort((left, right) => compareCodePoints(left.name, right.name));
}

function isError({ status_code }: SummarizedSpan): boolean {
  return status_code === 'STATUS_CODE_ERROR';
}

function nameOf({ service_name }: SummarizedSpan): string {
  return serviceNamed(service_name);
}
