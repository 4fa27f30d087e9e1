import {
  type HttpRequest,
  type HttpResponse,
  type Route,
  readBody,
  requestIdOf,
} from '@spanhouse/api-kit';
import { encodeExportResponse } from '@spanhouse/span-intake';
import type { RouteDependencies } from '../http/route-dependencies.js';
import { sendAccepted } from '../http/send-accepted.js';
import type { IngestOtlp } from '../ingest/ingest-otlp.js';
import { otlpContentTypes, requireOtlpEncoding } from './otlp-encoding.js';
import { toOtlpProblem } from './otlp-status.js';
import { createWriteOtlpProblem } from './write-otlp-problem.js';

/** Both paths have the same handler: an exporter derives the second from a bare base URL. */
const otlpPaths = ['/otlp/v1/traces', '/v1/traces'] as const;

/** The dependencies of the OTLP routes, whose senders have a rate limit of their own. */
export interface OtlpRouteDependencies
  extends Pick<RouteDependencies, 'authenticate' | 'limits' | 'inFlight'> {
  readonly ingestOtlp: IngestOtlp;
}

/**
 * Creates the routes of OTLP/HTTP, for protobuf and JSON: 200 once the log holds the spans, with a partial success if
 * some were dropped. See docs/api/otlp.md.
 */
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
      contentType: otlpContentTypes[encoding],
      body: encodeExportResponse(outcome.dropped, encoding),
    });
  };
  const writeProblem = createWriteOtlpProblem(limits.otlpBodyBytes);
  return otlpPaths.map((path) => ({ method: 'POST', path, handler, writeProblem }));
}

/** Answers the probe that some exporters send before their first export. */
export function getOtlpTraces({ authenticate }: Pick<RouteDependencies, 'authenticate'>): Route[] {
  return otlpPaths.map((path) => ({
    method: 'GET',
    path,
    async handler(req, res) {
      await authenticate(req, res);
      res.json({ status: 'ready' });
    },
  }));
}
