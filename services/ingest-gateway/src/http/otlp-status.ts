import { badRequest, HttpProblem } from '@spanhouse/service-runtime';
import type { RpcStatus } from '@spanhouse/span-intake';
import type { IngestOtlpOutcome } from '../ingest/ingest-otlp.js';
import { toProblem } from './to-problem.js';

const MIB = 1024 * 1024;
const NOT_QUEUED = 'Failed to queue spans for processing.';
const INTERNAL: RpcStatus = { code: 13, message: 'An unexpected error occurred.' };

/** A failure that OTLP has words of its own for. */
class OtlpProblem extends HttpProblem {
  readonly rpcStatus: RpcStatus;

  constructor(status: number, rpcStatus: RpcStatus) {
    super(status, { detail: rpcStatus.message });
    this.rpcStatus = rpcStatus;
  }
}

export type ToOtlpStatus = (problem: HttpProblem) => RpcStatus;

/** Failures as OTLP words them, with the code that gRPC has for each. */
export function createToOtlpStatus(limitBytes: number): ToOtlpStatus {
  const statuses: Readonly<Record<number, RpcStatus>> = {
    400: { code: 3, message: 'Failed to parse OTLP stream.' },
    413: { code: 8, message: `OTLP batch size exceeds ${limitBytes / MIB}MB limit.` },
    415: { code: 3, message: 'Unsupported Content-Encoding.' },
    429: { code: 8, message: NOT_QUEUED },
    503: { code: 14, message: NOT_QUEUED },
  };
  return (problem) =>
    problem instanceof OtlpProblem
      ? problem.rpcStatus
      : (rateLimitStatus(problem) ?? statuses[problem.status] ?? INTERNAL);
}

function rateLimitStatus(problem: HttpProblem): RpcStatus | undefined {
  return isRateLimit(problem) ? { code: 8, message: String(problem.body['detail']) } : undefined;
}

function isRateLimit({ headers }: HttpProblem): boolean {
  return 'x-ratelimit-limit' in headers;
}

/** Credentials, permission and rate concern the sender and not the spans: they are told as on every route. */
export function isAboutSender(problem: HttpProblem): boolean {
  return problem.status === 401 || problem.status === 403 || isRateLimit(problem);
}

/** Why no span of an export request is known to be in the log. */
export function toOtlpProblem(
  outcome: Exclude<IngestOtlpOutcome, { status: 'accepted' }>,
): HttpProblem {
  switch (outcome.status) {
    case 'undecodable':
      return badRequest('Failed to parse OTLP stream.');
    case 'too_many_spans':
      return new OtlpProblem(413, { code: 8, message: outcome.reason });
    default:
      return toProblem(outcome);
  }
}
