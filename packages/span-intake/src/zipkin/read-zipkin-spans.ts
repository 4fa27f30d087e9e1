import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notA,
  type ProjectPrices,
  toValidationDetail,
} from '@spanhouse/span-schema';
import { acceptSpans, type IngestOutcome } from '../canonical/accept-spans.js';
import { collectEntries } from '../request/walk-flat.js';
import { unprocessable } from '../submission/problem.js';
import { readZipkinSpan } from './read-zipkin-span.js';

/**
 * Reads a list of Zipkin v2 spans (see docs/api/zipkin.md). Each span is checked independently of the others. A span
 * without a start ends at `receivedAt` (ns).
 */
export function readZipkinSpans(
  body: JsonValue,
  receivedAt: bigint,
  prices?: ProjectPrices,
): IngestOutcome {
  if (!Array.isArray(body)) {
    return unprocessable(toValidationDetail(notA('list'), ['body'], body));
  }
  const submission = collectEntries(body, (span) => readZipkinSpan(span, receivedAt));
  return 'status' in submission
    ? submission
    : acceptSpans({ ...submission, flat: body.map(idsOf) }, prices);
}

/** Returns the ids of a dropped span, and its service in the form of a resource. */
function idsOf(span: JsonValue): JsonObject {
  const { traceId = null, id = null, localEndpoint = null } = isJsonObject(span) ? span : {};
  const { serviceName = null } = isJsonObject(localEndpoint) ? localEndpoint : {};
  const resource = { attributes: { 'service.name': serviceName } };
  return { trace_id: traceId, span_id: id, resource };
}
