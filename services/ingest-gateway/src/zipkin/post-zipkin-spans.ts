import {
  HttpProblem,
  type HttpRequest,
  type HttpResponse,
  type Route,
  readRequiredJson,
  requestIdOf,
} from '@spanhouse/api-kit';
import type { Principal } from '@spanhouse/catalog';
import { type AllSpansRefused, type DroppedSpan, readZipkinSpans } from '@spanhouse/span-intake';
import type { JsonValue } from '@spanhouse/span-schema';
import type { RouteDependencies } from '../http/route-dependencies.js';
import { sendAccepted } from '../http/send-accepted.js';
import { modelMismatch, toProblem } from '../http/to-problem.js';

/**
 * POST /v2/spans: Zipkin v2 spans as a JSON list; see docs/api/zipkin.md. The usual answer is empty, because reporters
 * only read the status.
 */
export function postZipkinSpans(dependencies: RouteDependencies): Route {
  const { authenticate, ingestSpans, receiptClock, limits, inFlight, metrics } = dependencies;
  const bodyOptions = {
    limitBytes: limits.jsonBodyBytes,
    inFlight,
    onRead: (bytes: number) => metrics.bodyRead('json', bytes),
  };

  /** Not async, so that the body and its spans are not kept in memory while the log flushes. */
  const ingest = (body: JsonValue, principal: Principal, requestId: string) => {
    const receivedAt = receiptClock.next();
    const read = readZipkinSpans(body, receivedAt);
    if (!('dropped' in read)) {
      throw modelMismatch(read.detail);
    }
    return ingestSpans({ read, principal, requestId, receivedAt });
  };

  const finish = async (res: HttpResponse, ingested: ReturnType<typeof ingest>): Promise<void> => {
    const outcome = await ingested;
    if (outcome.status === 'unprocessable') {
      throw allSpansRefused(outcome);
    }
    if (outcome.status !== 'accepted') {
      throw toProblem(outcome);
    }
    answer(res, outcome.receipt, outcome.dropped);
  };

  const handler = async (req: HttpRequest, res: HttpResponse): Promise<void> => {
    const principal = await authenticate(req, res);
    const body = await readRequiredJson(req, {
      ...bodyOptions,
      inFlightOwner: principal.project_id,
    });
    return finish(res, ingest(body, principal, requestIdOf(res)));
  };
  return { method: 'POST', path: '/v2/spans', handler };
}

/** Answers 202: without a body if every span is accepted, otherwise with the list of dropped spans. */
function answer(res: HttpResponse, receipt: string, dropped: readonly DroppedSpan[]): void {
  if (dropped.length === 0) {
    res.writeHead(202, { 'content-length': 0, 'x-ingest-receipt': receipt }).end();
    return;
  }
  sendAccepted(res, {
    status: 202,
    receipt,
    contentType: 'application/json; charset=utf-8',
    body: JSON.stringify({ dropped }),
  });
}

/** The answer is 400, not the 422 of the JSON routes; see docs/api/zipkin.md. */
function allSpansRefused({ dropped }: AllSpansRefused): HttpProblem {
  const first = dropped[0]?.message ?? '';
  const detail = `None of the ${dropped.length} spans could be accepted; of the first one: ${first}`;
  return new HttpProblem(400, { detail, dropped });
}
