import type { HttpProblem, HttpRequest, HttpResponse } from '@spanhouse/api-kit';
import { encodeRpcStatus } from '@spanhouse/span-intake';
import { otlpContentTypes, otlpEncodingOf } from './otlp-encoding.js';
import { createToOtlpStatus, isAboutSender } from './otlp-status.js';

/**
 * Creates the writer of failures in OTLP/HTTP: a google.rpc.Status in the encoding of the request. Failures that
 * concern the sender, and those of requests without a known encoding, are written as JSON.
 */
export function createWriteOtlpProblem(limitBytes: number) {
  const toOtlpStatus = createToOtlpStatus(limitBytes);

  return (problem: HttpProblem, req: HttpRequest, res: HttpResponse): void => {
    const encoding = otlpEncodingOf(req);
    if (encoding === undefined || isAboutSender(problem)) {
      res.type(otlpContentTypes.json).end(JSON.stringify(problem.body));
      return;
    }
    res.type(otlpContentTypes[encoding]).end(encodeRpcStatus(toOtlpStatus(problem), encoding));
  };
}
