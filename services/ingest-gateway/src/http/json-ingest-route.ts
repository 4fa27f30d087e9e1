import {
  badRequest,
  type HttpProblem,
  type HttpRequest,
  type HttpResponse,
  type ReadBodyOptions,
  type Route,
  readRequiredJson,
  requestIdOf,
  tooComplex,
} from '@spanhouse/api-kit';
import type { Principal } from '@spanhouse/catalog';
import {
  type AllSpansRefused,
  createSpanName,
  type DroppedSpan,
  type IngestOutcome,
  type IntakeContext,
} from '@spanhouse/span-intake';
import type { JsonValue, Link } from '@spanhouse/span-schema';
import { principalOf } from './authenticate.js';
import type { RouteDependencies } from './route-dependencies.js';
import { sendAccepted } from './send-accepted.js';
import { modelMismatch, toProblem } from './to-problem.js';

/** A request with a known sender and a parsed body. */
export interface JsonRequest {
  readonly body: JsonValue;
  readonly context: IntakeContext;
  /** Decoded path parameters. */
  readonly params: Readonly<Record<string, string>>;
}

/** The spans of a body, and the function that writes the response if they are accepted. */
export interface JsonReading {
  readonly outcome: IngestOutcome;
  /** Writes the response after the log has stored the spans of `links`. */
  readonly write: WriteAnswer;
}

/**
 * Returns the body of a 202. An empty body is sent without a content type. `links` are the accepted spans in the order
 * that docs/api/ingest.md defines.
 */
export type WriteAnswer = (links: readonly Link[], dropped: readonly DroppedSpan[]) => string;

/** Reads a request body that is not JSON. Rejects with an HttpProblem or BodyReadError, which becomes the response. */
type ReadOtherForm = (req: HttpRequest, options: ReadBodyOptions) => Promise<JsonValue> | undefined;

/** The parts that differ between the JSON routes. */
export interface JsonIngestRoute extends Pick<Route, 'path' | 'mirrored'> {
  /** The method of the route; POST by default. */
  readonly method?: 'POST' | 'PUT';
  /** Reads a body in another format and converts it to JSON. Returns undefined if the body is JSON. */
  readonly readOtherForm?: ReadOtherForm;
  /** Reads the spans from the body. MAY throw an HttpProblem with a 4xx status. */
  readonly read: (request: JsonRequest) => JsonReading;
  /** Creates the response to a request without valid spans. The default response is a 422 that lists every fault. */
  readonly refuse?: (refused: AllSpansRefused) => HttpProblem;
}

/** Creates a route that accepts spans as JSON and returns 202 after the log has stored them; see docs/api/ingest.md. */
export function jsonIngestRoute(
  {
    method = 'POST',
    path,
    mirrored = false,
    read,
    readOtherForm,
    refuse = toProblem,
  }: JsonIngestRoute,
  dependencies: RouteDependencies,
): Route {
  const { authenticate, onFailure, ingestSpans, receiptClock, limits, inFlight, metrics } =
    dependencies;
  const bodyOptions = {
    limitBytes: limits.jsonBodyBytes,
    maxValues: limits.bodyValues,
    inFlight,
    onRead: (bytes: number) => metrics.bodyRead('json', bytes),
    onTooComplex: metrics.tooComplex,
  };

  /** This function is not async. Otherwise, the body and its spans would stay in memory while the log flushes. */
  const ingest = (request: JsonRequest, principal: Principal, requestId: string) => {
    const { outcome, write } = read(request);
    if (outcome.status === 'too_complex') {
      metrics.tooComplex(outcome.limit);
    }
    const ingested = ingestSpans({
      read: requireSpans(outcome),
      principal,
      requestId,
      receivedAt: request.context.receivedAt,
    });
    return { ingested, write };
  };

  const answer = async (res: HttpResponse, { ingested, write }: ReturnType<typeof ingest>) => {
    const outcome = await ingested;
    if (outcome.status === 'unprocessable') {
      throw refuse(outcome);
    }
    if (outcome.status !== 'accepted') {
      throw toProblem(outcome);
    }
    const { receipt, links, dropped } = outcome;
    const body = write(links, dropped);
    const contentType = body === '' ? undefined : 'application/json; charset=utf-8';
    sendAccepted(res, { status: 202, receipt, contentType, body });
  };

  const handler = async (req: HttpRequest, res: HttpResponse): Promise<void> => {
    const principal = principalOf(res);
    const options = { ...bodyOptions, inFlightOwner: principal.project_id };
    const body = await (readOtherForm?.(req, options) ?? readRequiredJson(req, options));
    const prices = principal.prices ?? undefined;
    const context = { receivedAt: receiptClock.next(), createSpanName, prices };
    return answer(res, ingest({ body, context, params: req.params }, principal, requestIdOf(res)));
  };
  return { method, path, mirrored, middleware: [authenticate], handler, onFailure };
}

/** Throws a 400, 413 or 422 if the body contains no list of spans. */
function requireSpans(outcome: IngestOutcome) {
  if (outcome.status === 'bad_request') {
    throw badRequest(outcome.message);
  }
  if (outcome.status === 'too_complex') {
    throw tooComplex(outcome.reason);
  }
  if ('dropped' in outcome) {
    return outcome;
  }
  throw modelMismatch(outcome.detail);
}
