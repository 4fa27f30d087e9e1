import type { HttpProblem, HttpRequest, HttpResponse } from '@spanhouse/service-runtime';
import { encodeRpcStatus } from '@spanhouse/span-intake';
import { OTLP_CONTENT_TYPES, otlpEncodingOf } from './otlp-encoding.js';

interface RpcStatus {
  /** A gRPC status code. */
  readonly code: number;
  readonly message: string;
}

const MIB = 1024 * 1024;
const NOT_QUEUED = 'Failed to queue spans for processing.';
const INTERNAL: RpcStatus = { code: 13, message: 'An unexpected error occurred.' };

/**
 * Failures as OTLP/HTTP words them: a google.rpc.Status in the request's encoding. What concerns the
 * sender and not the spans (401, 403), or has no encoding, stays JSON.
 */
export function createWriteOtlpProblem(limitBytes: number) {
  const statuses: Readonly<Record<number, RpcStatus>> = {
    400: { code: 3, message: 'Failed to parse OTLP stream.' },
    413: { code: 8, message: `OTLP batch size exceeds ${limitBytes / MIB}MB limit.` },
    415: { code: 3, message: 'Unsupported Content-Encoding.' },
    429: { code: 8, message: NOT_QUEUED },
    503: { code: 14, message: NOT_QUEUED },
  };

  return (problem: HttpProblem, req: HttpRequest, res: HttpResponse): void => {
    const encoding = otlpEncodingOf(req);
    if (encoding === undefined || problem.status === 401 || problem.status === 403) {
      res.type(OTLP_CONTENT_TYPES.json).end(JSON.stringify(problem.body));
      return;
    }
    const status = statuses[problem.status] ?? INTERNAL;
    res.type(OTLP_CONTENT_TYPES[encoding]).end(encodeRpcStatus(status, encoding));
  };
}
