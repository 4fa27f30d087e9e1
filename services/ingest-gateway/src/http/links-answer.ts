import type { CanonicalSpan, Link } from '@spanhouse/span-schema';

/** `{count, links}` of what `/tracing/…` accepted. */
export function toLinksAnswer(spans: readonly CanonicalSpan[]): { count: number; links: Link[] } {
  const links = spans.map(({ trace_id, span_id }) => ({ trace_id, span_id }));
  return { count: links.length, links };
}
