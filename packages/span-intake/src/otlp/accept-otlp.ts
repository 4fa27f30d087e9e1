import type { JsonValue, ProjectPrices } from '@spanhouse/span-schema';
import type { AdapterName } from '../adapters/adapter.js';
import { type AcceptedSpans, acceptDrafts } from '../canonical/accept-spans.js';
import { parseJsonBody } from '../json/parse-json-body.js';
import { withService } from '../submission/dropped-service.js';
import type { DroppedSpan } from '../submission/dropped-span.js';
import type { RequestRefusal } from '../submission/request-too-complex.js';
import type { SpanDraft } from '../submission/span-draft.js';
import type { OtlpEncoding } from './export-response.js';
import { readOtlpJson } from './json/decode-json.js';
import type { OtlpReadResult } from './otlp-spans.js';
import { readOtlpProtobuf } from './protobuf/decode-protobuf.js';

/** A received ExportTraceServiceRequest. */
export interface OtlpBody {
  /** The decompressed bytes. */
  readonly body: Buffer;
  readonly encoding: OtlpEncoding;
  /** The time at which the request was received, in nanoseconds since the Unix epoch. */
  readonly receivedAt: bigint;
  /** Maximum number of JSON values or protobuf fields. A request with more of them is `too_complex`. */
  readonly maxValues?: number;
  /** The prices that the project has set for models. */
  readonly prices?: ProjectPrices | undefined;
}

interface AcceptedOtlp extends AcceptedSpans {
  /** The names of the adapters whose mapping failed. A name is repeated for each affected span. */
  readonly failedAdapters: readonly AdapterName[];
}

/**
 * Reads an export request in either encoding and accepts its spans, or returns the reason why the whole request is
 * refused. An exporter never receives a 422 response. Even if every span is dropped, the response is a success that
 * reports the dropped spans, so that the exporter does not send them again (see docs/api/otlp.md).
 */
export function acceptOtlp(request: OtlpBody): AcceptedOtlp | RequestRefusal {
  const result = decode(request);
  if (result.status !== 'read') {
    return result;
  }
  const { drafts, dropped, failedAdapters } = result;
  const reportDropped = (oversized: readonly number[]) => [
    ...dropped,
    ...oversized.map((origin) => toOversizedSpan(drafts[origin] as SpanDraft)),
  ];
  const { body, prices } = request;
  const accepted = acceptDrafts(drafts, { reportDropped }, { bodyBytes: body.length, prices });
  return accepted.status === 'accepted' ? { ...accepted, failedAdapters } : accepted;
}

function decode({ body, encoding, receivedAt, maxValues }: OtlpBody): OtlpReadResult {
  if (encoding === 'protobuf') {
    return readOtlpProtobuf(body, receivedAt, maxValues);
  }
  if (body.length === 0) {
    return { status: 'read', drafts: [], dropped: [], failedAdapters: [] };
  }
  const parsed = parseJsonBody(body, maxValues);
  switch (parsed.status) {
    case 'parsed':
      return readOtlpJson(parsed.value, receivedAt, body.length);
    case 'too_complex':
      return {
        status: 'too_complex',
        limit: parsed.limit,
        reason: `OTLP batch ${parsed.message}.`,
      };
    case 'malformed':
      return { status: 'undecodable', reason: 'The body is not JSON.' };
  }
}

function toOversizedSpan({ trace_id, span_id, resource }: SpanDraft): DroppedSpan {
  const message = 'The span is larger than a span may be.';
  const dropped: DroppedSpan = { trace_id, span_id, code: 'span_too_large', message };
  return withService(dropped, resource as JsonValue | undefined);
}
