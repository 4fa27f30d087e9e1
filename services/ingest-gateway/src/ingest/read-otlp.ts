import type { AdapterName, OtlpReadResult } from '@spanhouse/span-intake';
import {
  type DroppedSpan,
  finishSpans,
  type OtlpEncoding,
  parseJsonBody,
  readOtlpJson,
  readOtlpProtobuf,
  rollUpMetrics,
} from '@spanhouse/span-intake';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { ReadSpans } from './fit-records.js';

export interface OtlpBody {
  readonly body: Buffer;
  readonly encoding: OtlpEncoding;
  readonly receivedAt: bigint;
}

export interface ReadOtlpSpans extends ReadSpans {
  readonly failedAdapters: readonly AdapterName[];
}

export type OtlpRefusal = Exclude<OtlpReadResult, { status: 'read' }>;

/** The spans of an export request, or why there are none. */
export function readOtlp(request: OtlpBody): ReadOtlpSpans | OtlpRefusal {
  const result = decode(request);
  if (result.status !== 'read') {
    return result;
  }
  const { drafts, dropped, failedAdapters } = result;
  return { status: 'accepted', spans: finishSpans(drafts), dropped, failedAdapters };
}

function decode({ body, encoding, receivedAt }: OtlpBody): OtlpReadResult {
  if (encoding === 'protobuf') {
    return readOtlpProtobuf(body, receivedAt);
  }
  if (body.length === 0) {
    return { status: 'read', drafts: [], dropped: [], failedAdapters: [] };
  }
  const parsed = parseJsonBody(body);
  return parsed.status === 'parsed'
    ? readOtlpJson(parsed.value, receivedAt)
    : { status: 'undecodable', reason: 'The body is not JSON.' };
}

/** An exporter gets no 422: spans that are too large are refused like any other part of a success. */
export function refuseOversizedOtlp(
  read: ReadSpans,
  isOversized: (span: CanonicalSpan, position: number) => boolean,
): ReadSpans {
  const dropped: DroppedSpan[] = [...read.dropped];
  const spans = read.spans.filter((span, position) => {
    const isRefused = isOversized(span, position);
    if (isRefused) {
      dropped.push({
        trace_id: span.trace_id,
        span_id: span.span_id,
        code: 'span_too_large',
        message: 'The span is larger than a span may be.',
      });
    }
    return !isRefused;
  });
  rollUpByTrace(spans);
  return { status: 'accepted', spans, dropped };
}

function rollUpByTrace(spans: readonly CanonicalSpan[]): void {
  const traces = new Map<string, CanonicalSpan[]>();
  for (const span of spans) {
    const trace = traces.get(span.trace_id) ?? [];
    trace.push(span);
    traces.set(span.trace_id, trace);
  }
  for (const trace of traces.values()) {
    rollUpMetrics(trace);
  }
}
