import {
  isJsonObject,
  type JsonValue,
  notA,
  parseTraceId,
  toValidationDetail,
} from '@spanhouse/span-schema';
import { acceptSpans, type IngestOutcome } from '../canonical/accept-spans.js';
import { badRequest, unprocessable } from '../submission/problem.js';
import { missingOrWrong, type SpanFault, wrongType } from '../submission/span-fault.js';
import { wrongBody } from './read-ingest-request.js';
import type { IntakeContext } from './read-span.js';
import { NestedWalk } from './walk-nested.js';

/** Reads `{"traces": [Trace, …]}`, the body of `POST /traces/ingest` (see docs/api/ingest.md). */
export function readTraceList(body: JsonValue | undefined, context: IntakeContext): IngestOutcome {
  if (!isJsonObject(body)) {
    return unprocessable(wrongBody(body));
  }
  const traces = body['traces'] ?? [];
  if (!Array.isArray(traces)) {
    return unprocessable(toValidationDetail(notA('list'), ['body', 'traces'], traces));
  }
  if (traces.length === 0) {
    return badRequest('Missing traces');
  }
  const walk = new NestedWalk({ context, areTimesRequired: false });
  traces.forEach((trace, index) => {
    if (isJsonObject(trace) && parseTraceId(trace['trace_id']) !== undefined) {
      walk.visitTrace(trace, ['traces', index]);
    } else {
      walk.report(() => toTraceFault(trace), trace, ['traces', index]);
    }
  });
  const submission = walk.finish('traces');
  return 'status' in submission ? submission : acceptSpans(submission, context.prices);
}

function toTraceFault(trace: JsonValue): SpanFault {
  return isJsonObject(trace)
    ? missingOrWrong('invalid_trace', trace, { key: 'trace_id', reason: 'is not a valid id' })
    : wrongType('invalid_trace', { loc: [], input: trace }, 'object');
}
