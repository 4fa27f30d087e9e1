import { acceptOtlp, readIngestRequest } from '@spanhouse/span-intake';
import {
  decodeSpanRows,
  ROW_SCHEMA_VERSION,
  type RowContext,
  SpanRowEncoder,
  type StoredSpan,
} from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { parseJsonText } from '@spanhouse/span-schema';

export const testContext: RowContext = {
  project_id: '00000000-0000-0000-0000-000000000000',
  received_at: 1_777_640_000_000_000_000n,
  created_by_id: '00000000-0000-0000-0000-000000000000',
  retention_days: 0,
};

/** Returns the spans of an ingest request, as the gateway accepts them. */
export function takeIn(body: string): readonly CanonicalSpan[] {
  const parsed = parseJsonText(body);
  if (parsed.status !== 'parsed') {
    throw new Error(parsed.message);
  }
  const outcome = readIngestRequest(parsed.value, {
    receivedAt: testContext.received_at,
    createSpanName: () => 'unnamed',
  });
  if (outcome.status !== 'accepted') {
    throw new Error(JSON.stringify(outcome));
  }
  return outcome.spans;
}

/** Returns the spans of an OTLP/JSON export request, as the gateway accepts them. */
export function takeInOtlp(body: object): readonly CanonicalSpan[] {
  const outcome = acceptOtlp({
    body: Buffer.from(JSON.stringify(body)),
    encoding: 'json',
    receivedAt: testContext.received_at,
  });
  if (!('spans' in outcome)) {
    throw new Error(JSON.stringify(outcome));
  }
  return outcome.spans;
}

/** Accepts OTLP/JSON spans with a shared resource. By default, they belong to one trace and last one nanosecond. */
export function takeInSpans(
  spans: readonly object[],
  resource: object = {},
): readonly CanonicalSpan[] {
  const full = spans.map((span, index) => ({
    traceId: 'e'.repeat(32),
    spanId: (index + 1).toString(16).padStart(16, '0'),
    name: 'x',
    startTimeUnixNano: '1777629600000000000',
    endTimeUnixNano: '1777629600000000001',
    ...span,
  }));
  return takeInOtlp({ resourceSpans: [{ resource, scopeSpans: [{ spans: full }] }] });
}

/** Encodes spans to rows and decodes the rows, as writing and reading the store would do. */
export function store(spans: readonly CanonicalSpan[]): readonly StoredSpan[] {
  const encoder = new SpanRowEncoder();
  for (const span of spans) {
    encoder.encode(span, testContext);
  }
  return decodeSpanRows(encoder.take(), ROW_SCHEMA_VERSION);
}
