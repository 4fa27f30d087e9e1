import type { Principal } from '@spanhouse/catalog';
import {
  HttpProblem,
  type HttpRequest,
  type HttpResponse,
  type Route,
  requestIdOf,
} from '@spanhouse/service-runtime';
import {
  type AllSpansRefused,
  type DroppedSpan,
  readZipkinSpans,
  refuseOversized,
} from '@spanhouse/span-intake';
import type { JsonValue } from '@spanhouse/span-schema';
import { readJsonBody } from './read-json-body.js';
import type { RouteDependencies } from './route-dependencies.js';
import { sendAccepted } from './send-accepted.js';
import { modelMismatch, toProblem } from './to-problem.js';

/** Zipkin v2: a list of spans as JSON. Reporters look at the status only, so the usual answer is empty. */
export function postZipkinSpans(dependencies: RouteDependencies): Route {
  const { authenticate, ingestSpans, receiptClock, limits, inFlight, metrics } = dependencies;
  const bodyOptions = { limitBytes: limits.jsonBodyBytes, inFlight, metrics };

  /** Not async, so that nothing keeps the body and its spans while the log flushes. */
  const ingest = (body: JsonValue, principal: Principal, requestId: string) => {
    const receivedAt = receiptClock.next();
    const read = readZipkinSpans(body, receivedAt);
    if (!('dropped' in read)) {
      throw modelMismatch(read.detail);
    }
    return ingestSpans({ read, refuseOversized, principal, requestId, receivedAt });
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
    const body = await readJsonBody(req, { ...bodyOptions, inFlightOwner: principal.project_id });
    return finish(res, ingest(body, principal, requestIdOf(res)));
  };
  return { method: 'POST', path: '/v2/spans', handler };
}

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

function allSpansRefused({ dropped }: AllSpansRefused): HttpProblem {
  const first = dropped[0]?.message ?? '';
  const detail = `None of the ${dropped.length} spans could be accepted; of the first one: ${first}`;
  return new HttpProblem(400, { detail, dropped });
}
