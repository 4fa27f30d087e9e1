import type { Principal } from '@spanhouse/catalog';
import {
  badRequest,
  type HttpRequest,
  type HttpResponse,
  type Route,
  requestIdOf,
} from '@spanhouse/service-runtime';
import {
  createSpanName,
  type DroppedSpan,
  type IngestOutcome,
  type IntakeContext,
  refuseOversized,
} from '@spanhouse/span-intake';
import type { JsonValue, Link } from '@spanhouse/span-schema';
import { readJsonBody } from './read-json-body.js';
import type { RouteDependencies } from './route-dependencies.js';
import { sendAccepted } from './send-accepted.js';
import { modelMismatch, toProblem } from './to-problem.js';

export interface JsonRequest {
  readonly body: JsonValue;
  readonly context: IntakeContext;
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>;
}

export interface JsonReading {
  readonly outcome: IngestOutcome;
  /** The text of the answer once the log has the spans of `links`. */
  readonly write: WriteAnswer;
}

export type WriteAnswer = (links: readonly Link[], dropped: readonly DroppedSpan[]) => string;

export interface JsonIngestRoute extends Pick<Route, 'path' | 'mirrored'> {
  /** Default: POST. */
  readonly method?: 'POST' | 'PUT';
  /** Reads the spans out of the body; MAY throw the 4xx of the contract. */
  readonly read: (request: JsonRequest) => JsonReading;
}

/** A route that takes spans as JSON and answers 202 once the log has them. */
export function jsonIngestRoute(
  { method = 'POST', path, mirrored = false, read }: JsonIngestRoute,
  dependencies: RouteDependencies,
): Route {
  const { authenticate, ingestSpans, receiptClock, limits, inFlight, metrics } = dependencies;
  const bodyOptions = { limitBytes: limits.jsonBodyBytes, inFlight, metrics };

  /** Not async, so that nothing keeps the body and its spans while the log flushes. */
  const ingest = (request: JsonRequest, principal: Principal, requestId: string) => {
    const { outcome, write } = read(request);
    const ingested = ingestSpans({
      read: requireSpans(outcome),
      refuseOversized,
      principal,
      requestId,
      receivedAt: request.context.receivedAt,
    });
    return { ingested, write };
  };

  const answer = async (res: HttpResponse, { ingested, write }: ReturnType<typeof ingest>) => {
    const outcome = await ingested;
    if (outcome.status !== 'accepted') {
      throw toProblem(outcome);
    }
    const { receipt, links, dropped } = outcome;
    sendAccepted(res, {
      status: 202,
      receipt,
      contentType: 'application/json; charset=utf-8',
      body: write(links, dropped),
    });
  };

  const handler = async (req: HttpRequest, res: HttpResponse): Promise<void> => {
    const principal = await authenticate(req, res);
    const body = await readJsonBody(req, { ...bodyOptions, inFlightOwner: principal.project_id });
    const context = { receivedAt: receiptClock.next(), createSpanName };
    return answer(res, ingest({ body, context, params: req.params }, principal, requestIdOf(res)));
  };
  return { method, path, mirrored, handler };
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
