import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type AcceptedSpans, type AllSpansRefused, acceptSpans } from '../accept-spans.js';
import { type UnprocessableRequest, unprocessable } from '../problem.js';
import { SpanFault } from '../span-fault.js';
import type { Submission } from '../submission.js';
import { MAX_FAULTS, TOO_MANY_FAULTS } from '../too-many-faults.js';
import { readZipkinSpan } from './read-zipkin-span.js';

/**
 * Reads a list of Zipkin v2 spans, each on its own.
 *
 * `receivedAt` (ns) stands in for the end of a span that has no start.
 */
export function readZipkinSpans(
  body: JsonValue,
  receivedAt: bigint,
): AcceptedSpans | AllSpansRefused | UnprocessableRequest {
  if (!Array.isArray(body)) {
    return unprocessable({
      type: 'list_type',
      loc: ['body'],
      msg: 'Input should be a valid list',
      input: body,
    });
  }
  const entries: Submission['entries'] = [];
  let faults = 0;
  for (const span of body) {
    const entry = readZipkinSpan(span, receivedAt);
    if (entry instanceof SpanFault && ++faults > MAX_FAULTS) {
      return TOO_MANY_FAULTS;
    }
    entries.push(entry);
  }
  return acceptSpans({ entries, flat: body.map(idsOf), nested: undefined });
}

/** By these a dropped span is named. */
function idsOf(span: JsonValue): JsonObject {
  const { traceId = null, id = null } = isJsonObject(span) ? span : {};
  return { trace_id: traceId, span_id: id };
}
