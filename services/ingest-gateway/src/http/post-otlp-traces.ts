import {
  type HttpRequest,
  type HttpResponse,
  type Route,
  readBody,
  requestIdOf,
} from '@spanhouse/service-runtime';
import { encodeExportResponse } from '@spanhouse/span-intake';
import type { IngestOtlp } from '../ingest/ingest-otlp.js';
import { OTLP_CONTENT_TYPES, requireOtlpEncoding } from './otlp-encoding.js';
import { OTLP_PATHS } from './otlp-paths.js';
import { toOtlpProblem } from './otlp-status.js';
import type { RouteDependencies } from './route-dependencies.js';
import { sendAccepted } from './send-accepted.js';
import { createWriteOtlpProblem } from './write-otlp-problem.js';

export interface OtlpRouteDependencies
  extends Pick<RouteDependencies, 'authenticate' | 'limits' | 'inFlight'> {
  readonly ingestOtlp: IngestOtlp;
}

/** OTLP/HTTP, protobuf and JSON: 200 once the log has the spans. */
export function postOtlpTraces(dependencies: OtlpRouteDependencies): Route[] {
  const { authenticate, ingestOtlp, limits, inFlight } = dependencies;
  const bodyOptions = { limitBytes: limits.otlpBodyBytes, inFlight, sniff: true };

  const handler = async (req: HttpRequest, res: HttpResponse): Promise<void> => {
    const encoding = requireOtlpEncoding(req);
    const principal = await authenticate(req, res);
    const body = await readBody(req, { ...bodyOptions, inFlightOwner: principal.project_id });
    const requestId = requestIdOf(res);
    const outcome = await ingestOtlp({ body, encoding, principal, requestId });
    if (outcome.status !== 'accepted') {
      throw toOtlpProblem(outcome);
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
