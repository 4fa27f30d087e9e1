import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  notA,
  toValidationDetail,
} from '@spanhouse/span-schema';
import {
  type AcceptedSpans,
  type AllSpansRefused,
  acceptSpans,
} from '../canonical/accept-spans.js';
import {
  MAX_FAULTS,
  tooManyFaults,
  type UnprocessableRequest,
  unprocessable,
} from '../submission/problem.js';
import { SpanFault } from '../submission/span-fault.js';
import type { Submission } from '../submission/submission.js';
import { readZipkinSpan } from './read-zipkin-span.js';

/**
 * Reads a list of Zipkin v2 spans, each independently of the others (see docs/api/zipkin.md). A
 * span without a start ends at `receivedAt` (ns).
 */
export function readZipkinSpans(
  body: JsonValue,
  receivedAt: bigint,
): AcceptedSpans | AllSpansRefused | UnprocessableRequest {
  if (!Array.isArray(body)) {
    return unprocessable(toValidationDetail(notA('list'), ['body'], body));
  }
  const entries: Submission['entries'] = [];
  let faults = 0;
  for (const span of body) {
    const entry = readZipkinSpan(span, receivedAt);
    if (entry instanceof SpanFault && ++faults > MAX_FAULTS) {
      return tooManyFaults;
    }
    entries.push(entry);
  }
  return acceptSpans({ entries, flat: body.map(idsOf), nested: undefined });
}

/** Returns the ids that name a dropped span. */
function idsOf(span: JsonValue): JsonObject {
  const { traceId = null, id = null } = isJsonObject(span) ? span : {};
  return { trace_id: traceId, span_id: id };
}
