import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  missingField,
  notA,
  toValidationDetail,
  type ValidationDetail,
  valueError,
} from '@spanhouse/span-schema';
import { acceptSpans, type IngestOutcome } from '../canonical/accept-spans.js';
import { type UnprocessableRequest, unprocessable } from '../submission/problem.js';
import type { Submission } from '../submission/submission.js';
import type { IntakeContext, ReadingRules } from './read-span.js';
import { walkFlat } from './walk-flat.js';
import { NestedWalk } from './walk-nested.js';

/**
 * Reads an ingest request, `{"spans": […]}` or `{"traces": {…}}` (see docs/api/ingest.md). `undefined` represents a
 * missing body. Takes ownership of the body: its objects become part of the spans.
 */
export function readIngestRequest(
  body: JsonValue | undefined,
  context: IntakeContext,
): IngestOutcome {
  const submission = submitIngestRequest(body, { context, areTimesRequired: true });
  return 'status' in submission ? submission : acceptSpans(submission, context.prices);
}

/** Reads and checks each submitted span of an ingest request, or returns the problem with the whole request. */
export function submitIngestRequest(
  body: JsonValue | undefined,
  rules: ReadingRules,
): Submission | UnprocessableRequest {
  if (!isJsonObject(body)) {
    return unprocessable(wrongBody(body));
  }
  const spans = body['spans'] ?? undefined;
  const traces = body['traces'] ?? undefined;
  if ((spans === undefined) === (traces === undefined)) {
    return unprocessable(notExactlyOne);
  }
  if (traces === undefined) {
    return Array.isArray(spans)
      ? walkFlat(spans, rules)
      : unprocessable(wrongContainer('spans', spans ?? null));
  }
  return isJsonObject(traces)
    ? submitTraces(traces, rules)
    : unprocessable(wrongContainer('traces', traces));
}

/** Returns the 422 entry for a body that is missing or is not an object. */
export function wrongBody(body: JsonValue | undefined): ValidationDetail {
  return body === undefined
    ? toValidationDetail(missingField, ['body'])
    : toValidationDetail(notA('object'), ['body'], body);
}

const notExactlyOne = toValidationDetail(
  valueError("Exactly one of 'spans' and 'traces' must be provided."),
  ['body'],
);

function submitTraces(traces: JsonObject, rules: ReadingRules): Submission | UnprocessableRequest {
  const walk = new NestedWalk(rules);
  for (const key of Object.keys(traces)) {
    walk.visitTrace(traces[key] as JsonValue, ['traces', key]);
  }
  return walk.finish('traces');
}

function wrongContainer(member: 'spans' | 'traces', input: JsonValue): ValidationDetail {
  const expected = member === 'spans' ? 'list' : 'dictionary';
  return toValidationDetail(notA(expected), ['body', member], input);
}
