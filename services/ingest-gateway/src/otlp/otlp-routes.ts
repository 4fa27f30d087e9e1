import {
  type HttpMiddleware,
  type HttpProblem,
  type HttpRequest,
  type HttpResponse,
  type Route,
  readBody,
  requestIdOf,
  unsupportedMediaType,
} from '@spanhouse/api-kit';
import { encodeExportResponse, encodeRpcStatus, type OtlpEncoding } from '@spanhouse/span-intake';
import { principalOf } from '../http/authenticate.js';
import type { RouteDependencies } from '../http/route-dependencies.js';
import { sendAccepted } from '../http/send-accepted.js';
import type { IngestOtlp } from '../ingest/ingest-otlp.js';
import { otherSignals } from './other-signals.js';
import {
  createToOtlpStatus,
  isAboutSender,
  signalNotStored,
  toOtlpProblem,
} from './otlp-status.js';

/**
 * The base paths of OTLP, each with the same routes. An exporter appends `/v1` to a base URL without a path. Langfuse's
 * SDKs send to `/public/otel/v1` under the base path `/api`.
 */
const otlpBases = ['/otlp/v1', '/v1', '/public/otel/v1'] as const;

/** Refuses an unknown content type before the sender is looked up. */
const checkEncoding: HttpMiddleware = (req, _res, next) => {
  requireOtlpEncoding(req);
  next();
};

/** Dependencies of the OTLP routes, which have a separate rate limit. */
export interface OtlpRouteDependencies
  extends Pick<RouteDependencies, 'authenticate' | 'onFailure' | 'limits' | 'inFlight'> {
  readonly ingestOtlp: IngestOtlp;
}

/**
 * Creates the OTLP/HTTP routes for protobuf and JSON. They return 200 after the log has stored the spans. The response
 * is a partial success if some spans were dropped. See docs/api/otlp.md.
 */
export function otlpRoutes(dependencies: OtlpRouteDependencies): Route[] {
  const { authenticate, onFailure, ingestOtlp, limits, inFlight } = dependencies;
  const bodyOptions = { limitBytes: limits.otlpBodyBytes, inFlight, sniff: true };

  const handler = async (req: HttpRequest, res: HttpResponse): Promise<void> => {
    const encoding = requireOtlpEncoding(req);
    const principal = principalOf(res);
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
  /** Responds to the probe that some exporters send before their first export. */
  const answerProbe = (_req: HttpRequest, res: HttpResponse) => void res.json({ status: 'ready' });
  const toOtlpStatus = createToOtlpStatus(limits.otlpBodyBytes);
  /**
   * Writes a failure as a google.rpc.Status in the encoding of the request. If the failure concerns the sender or the
   * encoding is unknown, writes JSON.
   */
  const writeProblem = (problem: HttpProblem, req: HttpRequest, res: HttpResponse): void => {
    const encoding = otlpEncodingOf(req);
    if (encoding === undefined || isAboutSender(problem)) {
      res.type(otlpContentTypes.json).end(JSON.stringify(problem.body));
    } else {
      res.type(otlpContentTypes[encoding]).end(encodeRpcStatus(toOtlpStatus(problem), encoding));
    }
  };
  return otlpBases.flatMap((base): Route[] => [
    {
      method: 'POST',
      path: `${base}/traces`,
      middleware: [checkEncoding, authenticate],
      handler,
      writeProblem,
      onFailure,
    },
    {
      method: 'GET',
      path: `${base}/traces`,
      middleware: [authenticate],
      handler: answerProbe,
    },
    ...otherSignals.map(
      (signal): Route => ({
        method: 'POST',
        path: `${base}/${signal.name}`,
        handler: () => Promise.reject(signalNotStored(signal)),
        writeProblem,
      }),
    ),
  ]);
}

/** Returns the OTLP encoding for the request's content type, or `undefined` if OTLP/HTTP does not define that type. */
function otlpEncodingOf(req: HttpRequest): OtlpEncoding | undefined {
  const [type = ''] = (req.headers['content-type'] ?? '').split(';', 1);
  switch (type.trim().toLowerCase()) {
    case '':
    case 'application/x-protobuf':
      return 'protobuf';
    case 'application/json':
      return 'json';
    default:
      return undefined;
  }
}

/** Returns the OTLP encoding of a request. Throws a 415 if OTLP/HTTP does not define its content type. */
function requireOtlpEncoding(req: HttpRequest): OtlpEncoding {
  const encoding = otlpEncodingOf(req);
  if (encoding === undefined) {
    throw unsupportedMediaType('Unsupported Content-Type.');
  }
  return encoding;
}

/** The content type of a response in each encoding. A response has the encoding of its request. */
const otlpContentTypes: Readonly<Record<OtlpEncoding, string>> = {
  protobuf: 'application/x-protobuf',
  json: 'application/json',
};
