import type { DialectSpan } from '@spanhouse/span-dialects/spans';
import { decodeSpanRows, ROW_SCHEMA_VERSION, SpanRowEncoder } from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { toDialectSpan } from '../../front-doors/to-dialect-span.js';

const nobody = '00000000-0000-0000-0000-000000000000';

/** Returns spans as if they were stored: the last version of each, sorted by (start_time, span_id). */
export function toUnstoredSpans(
  spans: readonly CanonicalSpan[],
  received_at: bigint,
): readonly DialectSpan[] {
  const context = { project_id: nobody, created_by_id: nobody, received_at, retention_days: 0 };
  const encoder = new SpanRowEncoder();
  for (const span of spans) {
    encoder.encode(span, context);
  }
  const rows = decodeSpanRows(encoder.take(), ROW_SCHEMA_VERSION);
  const versions = new Map(rows.map((row) => [row.trace_id + row.span_id, row]));
  return [...versions.values()].map(toDialectSpan).sort(byStart);
}

function byStart(left: DialectSpan, right: DialectSpan): number {
  if (left.start_time !== right.start_time) {
    return left.start_time < right.start_time ? -1 : 1;
  }
  return left.span_id < right.span_id ? -1 : 1;
}
