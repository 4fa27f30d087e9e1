import type { HttpProblem, HttpRequest, HttpResponse } from '@spanhouse/service-runtime';
import { encodeRpcStatus } from '@spanhouse/span-intake';
import { OTLP_CONTENT_TYPES, otlpEncodingOf } from './otlp-encoding.js';
import { createToOtlpStatus, isAboutSender } from './otlp-status.js';

/**
 * Failures as OTLP/HTTP words them: a google.rpc.Status in the request's encoding. What concerns the
 * sender, or has no encoding, stays JSON.
 */
export function createWriteOtlpProblem(limitBytes: number) {
  const toOtlpStatus = createToOtlpStatus(limitBytes);

  return (problem: HttpProblem, req: HttpRequest, res: HttpResponse): void => {
    const encoding = otlpEncodingOf(req);
    if (encoding === undefined || isAboutSender(problem)) {
      res.type(OTLP_CONTENT_TYPES.json).end(JSON.stringify(problem.body));
      return;
    }
    res.type(OTLP_CONTENT_TYPES[encoding]).end(encodeRpcStatus(toOtlpStatus(problem), encoding));
  };
}
