import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseParentId,
  parseSpanId,
  parseTraceId,
  stringifyJson,
  toValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import { acceptSpans, type IngestOutcome } from '../canonical/accept-spans.js';
import {
  type BadRequest,
  badRequest,
  type UnprocessableRequest,
  unprocessable,
} from '../submission/problem.js';
import { type Submission, sentEntry } from '../submission/submission.js';
import { submitIngestRequest, wrongBody } from './read-ingest-request.js';
import type { IntakeContext } from './read-span.js';
import { NestedWalk } from './walk-nested.js';

/**
 * Reads the body of `POST /tracing/traces/` or `PUT /tracing/traces/{trace_id}`. The body is an ingest request that
 * contains one trace (see docs/api/ingest.md). `pathTraceId` is the id in the path of the PUT.
 */
export function readSingleTraceRequest(
  body: JsonValue | undefined,
  context: IntakeContext,
  pathTraceId?: string,
): IngestOutcome {
  const submission = submitIngestRequest(body, { context, areTimesRequired: true });
  if ('status' in submission) {
    return submission;
  }
  const traces = isJsonObject(body) ? body['traces'] : undefined;
  if (isJsonObject(traces) && Object.keys(traces).length > 1) {
    return severalTraces;
  }
  const spans = mergeSubmitted(submission);
  const path = pathTraceId === undefined ? undefined : { text: pathTraceId, namesPayload: true };
  const fault = findTraceFault(spans, { path, sent: sentTraceIds(spans), severalTraces });
  return fault ?? acceptSpans(submission, context.prices);
}

/**
 * Reads `{"trace": Trace}`, the body of `POST /traces/` or `PUT /traces/{trace_id}` (see docs/api/ingest.md). Spans
 * without times are accepted. `pathTraceId` is the id in the path of the PUT.
 */
export function readTraceBody(
  body: JsonValue | undefined,
  context: IntakeContext,
  pathTraceId?: string,
): IngestOutcome {
  if (!isJsonObject(body)) {
    return unprocessable(wrongBody(body));
  }
  const trace = body['trace'];
  if (!(isJsonObject(trace) && hasTraceId(trace))) {
    return badRequest('Missing trace');
  }
  const walk = new NestedWalk({ context, areTimesRequired: false });
  walk.visitTrace(trace, ['trace']);
  const submission = walk.finish('trace');
  if ('status' in submission) {
    return submission;
  }
  const spans = mergeSubmitted(submission);
  const path = pathTraceId === undefined ? undefined : { text: pathTraceId, namesPayload: false };
  const sent = [trace['trace_id'], ...sentTraceIds(spans)];
  const fault = findTraceFault(spans, { path, sent, severalTraces: badRequest('Too many traces') });
  return fault ?? acceptSpans(submission, context.prices);
}

const severalTraces: UnprocessableRequest = unprocessable(
  toValidationDetail(valueError('All spans must share a single trace_id.'), ['body']),
);

function sentTraceIds(spans: readonly SubmittedSpan[]) {
  return spans.map((span) => span.sent_trace_id);
}

function hasTraceId(trace: JsonObject): boolean {
  return typeof trace['trace_id'] === 'string' && trace['trace_id'] !== '';
}

/** The trace ids of a request, and the fault to return if a POST has several of them. */
interface SentTrace {
  path: PathTraceId | undefined;
  sent: readonly (JsonValue | undefined)[];
  severalTraces: UnprocessableRequest | BadRequest;
}

/**
 * Finds the first violated rule for a single trace, in the order of docs/api/ingest.md: no spans, several traces, no
 * root, several roots, or a trace id that differs from the path. Ignores invalid ids, because their spans are reported
 * individually.
 */
function findTraceFault(
  spans: readonly SubmittedSpan[],
  { path, sent, severalTraces }: SentTrace,
): UnprocessableRequest | BadRequest | undefined {
  if (spans.length === 0) {
    return badRequest('Missing spans');
  }
  const traceIds = new Set(sent.map(parseTraceId).filter((id) => id !== undefined));
  if (path === undefined && traceIds.size > 1) {
    return severalTraces;
  }
  const roots = spans.filter((span) => !span.has_parent).length;
  if (roots !== 1) {
    return badRequest(roots === 0 ? 'Missing root span' : 'Too many root spans');
  }
  return path && findPathFault(path, sent);
}

/** The trace id in the path of a PUT. */
interface PathTraceId {
  text: string;
  /**
   * True if the 400 response contains the trace id of the payload. This is the case for `/tracing/traces/…` but not for
   * `/traces/…`.
   */
  namesPayload: boolean;
}

/** Checks the trace id of a PUT against `sent`, the unparsed ids in the payload (see docs/api/ingest.md). */
function findPathFault(
  path: PathTraceId,
  sent: readonly (JsonValue | undefined)[],
): BadRequest | undefined {
  const distinct = new Map<string, JsonValue>();
  for (const traceId of sent) {
    if (traceId !== undefined && traceId !== null) {
      const key = parseTraceId(traceId) ?? stringifyJson(traceId);
      distinct.set(key, distinct.get(key) ?? traceId);
    }
  }
  const [payload, ...others] = distinct.values();
  if (payload === undefined || others.length > 0) {
    return badRequest('Trace payload must contain exactly one trace_id.');
  }
  const expected = parseTraceId(path.text);
  const actual = parseTraceId(payload);
  if (expected === undefined || actual === undefined) {
    return badRequest('Invalid trace_id in path or payload.');
  }
  return expected === actual ? undefined : badRequest(mismatch(path, String(payload)));
}

function mismatch({ text, namesPayload }: PathTraceId, payload: string): string {
  const start = `Path trace_id '${text}' does not match payload trace_id`;
  return namesPayload ? `${start} '${payload}'.` : `${start}.`;
}

/** The members of a submitted span, accepted or refused, that the rules for a single trace check. */
interface SubmittedSpan {
  trace_id: string | undefined;
  sent_trace_id: JsonValue | undefined;
  span_id: string | undefined;
  has_parent: boolean;
}

/** Returns the submitted spans in order. Of several spans with the same ids, only the last one is included. */
function mergeSubmitted(submission: Submission): SubmittedSpan[] {
  const merged = new Map<string | number, SubmittedSpan>();
  submission.entries.forEach((_entry, position) => {
    const span = toSubmittedSpan(submission, position);
    if (span !== undefined) {
      const isIdentified = span.trace_id !== undefined && span.span_id !== undefined;
      merged.set(isIdentified ? `${span.trace_id}${span.span_id}` : position, span);
    }
  });
  return [...merged.values()];
}

function toSubmittedSpan(submission: Submission, position: number): SubmittedSpan | undefined {
  const sent = sentEntry(submission, position);
  if (!isJsonObject(sent)) {
    return undefined;
  }
  const inheritsParent = submission.nested?.[position]?.inheritedParentId !== undefined;
  return {
    trace_id: parseTraceId(sent['trace_id']),
    sent_trace_id: sent['trace_id'],
    span_id: parseSpanId(sent['span_id']),
    has_parent: inheritsParent || parseParentId(sent['parent_id']) !== '',
  };
}
