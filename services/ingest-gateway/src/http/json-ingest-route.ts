import {
  badRequest,
  type HttpRequest,
  type HttpResponse,
  type Route,
  requestIdOf,
} from '@spanhouse/service-runtime';
import {
  createSpanName,
  type IngestOutcome,
  type IntakeContext,
  refuseOversized,
} from '@spanhouse/span-intake';
import type { CanonicalSpan, JsonValue } from '@spanhouse/span-schema';
import { readJsonBody } from './read-json-body.js';
import type { RouteDependencies } from './route-dependencies.js';
import { sendAccepted } from './send-accepted.js';
import { modelMismatch, toProblem } from './to-problem.js';

export interface JsonIngestRoute {
  readonly path: string;
  readonly mirrored?: boolean;
  /** Reads the spans out of the body. */
  readonly read: (body: JsonValue, context: IntakeContext) => IngestOutcome;
  /** The answer for accepted spans, without `dropped`. */
  readonly toAnswer: (spans: readonly CanonicalSpan[]) => object;
}

/** A POST route that takes spans as JSON and answers 202 once the log has them. */
export function jsonIngestRoute(
  { path, mirrored = false, read, toAnswer }: JsonIngestRoute,
  dependencies: RouteDependencies,
): Route {
  const { authenticate, ingestSpans, receiptClock, limits, inFlight, metrics } = dependencies;
  const bodyOptions = { limitBytes: limits.jsonBodyBytes, inFlight, metrics };

  const handler = async (req: HttpRequest, res: HttpResponse): Promise<void> => {
    const principal = await authenticate(req, res);
    const body = await readJsonBody(req, bodyOptions);
    const receivedAt = receiptClock.next();
    const outcome = await ingestSpans({
      read: requireSpans(read(body, { receivedAt, createSpanName })),
      refuseOversized,
      principal,
      requestId: requestIdOf(res),
      receivedAt,
    });
    if (outcome.status !== 'accepted') {
      throw toProblem(outcome);
    }
    const { receipt, spans, dropped } = outcome;
    const answer = toAnswer(spans);
    sendAccepted(res, {
      status: 202,
      receipt,
      contentType: 'application/json; charset=utf-8',
      body: JSON.stringify(dropped.length === 0 ? answer : { ...answer, dropped }),
    });
  };
  return { method: 'POST', path, mirrored, handler };
}

/** Throws the 400 or 422 of a body that is no list of spans at all. */
function requireSpans(outcome: IngestOutcome) {
  if (outcome.status === 'bad_request') {
    throw badRequest(outcome.message);
  }
  if ('dropped' in outcome) {
    return outcome;
  }
  throw modelMismatch(outcome.detail);
}
