import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { acceptSpans, type IngestOutcome } from './accept-spans.js';
import { type ProblemEntry, type UnprocessableRequest, unprocessable } from './problem.js';
import type { IntakeContext, ReadingRules } from './read-span.js';
import type { Submission } from './submission.js';
import { walkFlat } from './walk-flat.js';
import { NestedWalk } from './walk-nested.js';

/**
 * Reads an ingest request, `{"spans": […]}` or `{"traces": {…}}` (API: "Ingest request"); `undefined` is a
 * missing body. Takes over the body: its objects become part of the spans.
 */
export function readIngestRequest(
  body: JsonValue | undefined,
  context: IntakeContext,
): IngestOutcome {
  const submission = submitIngestRequest(body, { context, areTimesRequired: true });
  return 'status' in submission ? submission : acceptSpans(submission);
}

/** The submitted spans of an ingest request, checked one by one, or what is wrong with the request. */
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
    return unprocessable(NOT_EXACTLY_ONE);
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

/** A body that is missing, or is no object. */
export function wrongBody(body: JsonValue | undefined): ProblemEntry {
  return body === undefined
    ? { type: 'missing', loc: ['body'], msg: 'Field required' }
    : {
        type: 'model_attributes_type',
        loc: ['body'],
        msg: 'Input should be a valid dictionary or object to extract fields from',
        input: body,
      };
}

const NOT_EXACTLY_ONE: ProblemEntry = {
  type: 'value_error',
  loc: ['body'],
  msg: "Value error, Exactly one of 'spans' and 'traces' must be provided.",
};

function submitTraces(traces: JsonObject, rules: ReadingRules): Submission | UnprocessableRequest {
  const walk = new NestedWalk(rules);
  for (const key of Object.keys(traces)) {
    walk.visitTrace(traces[key] as JsonValue, ['traces', key]);
  }
  return walk.finish('traces');
}

function wrongContainer(member: 'spans' | 'traces', input: JsonValue): ProblemEntry {
  const [type, noun] = member === 'spans' ? ['list_type', 'list'] : ['dict_type', 'dictionary'];
  return { type, loc: ['body', member], msg: `Input should be a valid ${noun}`, input };
}
