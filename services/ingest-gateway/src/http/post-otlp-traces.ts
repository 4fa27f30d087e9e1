import {
  badRequest,
  type HttpRequest,
  type HttpResponse,
  type Route,
  readBody,
  requestIdOf,
} from '@spanhouse/service-runtime';
import { encodeExportResponse } from '@spanhouse/span-intake';
import { readOtlp, refuseOversizedOtlp } from '../ingest/read-otlp.js';
import { OTLP_CONTENT_TYPES, requireOtlpEncoding } from './otlp-encoding.js';
import { OTLP_PATHS } from './otlp-paths.js';
import type { RouteDependencies } from './route-dependencies.js';
import { sendAccepted } from './send-accepted.js';
import { toProblem } from './to-problem.js';
import { createWriteOtlpProblem } from './write-otlp-problem.js';

/** OTLP/HTTP, protobuf and JSON: 200 once the log has the spans. */
export function postOtlpTraces(dependencies: RouteDependencies): Route[] {
  const { authenticate, ingestSpans, receiptClock, limits, inFlight, metrics } = dependencies;
  const bodyOptions = { limitBytes: limits.otlpBodyBytes, inFlight, sniff: true };

  const handler = async (req: HttpRequest, res: HttpResponse): Promise<void> => {
    const encoding = requireOtlpEncoding(req);
    const principal = await authenticate(req, res);
    const body = await readBody(req, bodyOptions);
    metrics.bodyRead(encoding === 'json' ? 'otlp_json' : 'otlp_protobuf', body.length);
    const receivedAt = receiptClock.next();
    const read = readOtlp({ body, encoding, receivedAt });
    if (read === undefined) {
      throw badRequest('Failed to parse OTLP stream.');
    }
    const outcome = await ingestSpans({
      read,
      refuseOversized: refuseOversizedOtlp,
      principal,
      requestId: requestIdOf(res),
      receivedAt,
    });
    if (outcome.status !== 'accepted') {
      throw toProblem(outcome);
    }
    sendAccepted(res, {
      status: 200,
      receipt: outcome.receipt,
      contentType: OTLP_CONTENT_TYPES[encoding],
      body: encodeExportResponse(outcome.dropped, encoding),
    });
  };
  const writeProblem = createWriteOtlpProblem(limits.otlpBodyBytes);
  return OTLP_PATHS.map((path) => ({ method: 'POST', path, handler, writeProblem }));
}
