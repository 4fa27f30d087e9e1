import { badRequest, ForeignRequest, HttpProblem } from '@spanhouse/api-kit';
import type { RpcStatus } from '@spanhouse/span-intake';
import { toProblem } from '../http/to-problem.js';
import type { IngestOtlpOutcome } from '../ingest/ingest-otlp.js';
import type { OtherSignal } from './other-signals.js';

const MIB = 1024 * 1024;
const notQueued = 'Failed to queue spans for processing.';
/**
 * The message about `content-encoding`. The message uses the word "compression", because that is the name of the
 * setting in clients.
 */
export const acceptedEncodings = 'The compressions gzip, zstd, deflate and none are accepted.';
const internal: RpcStatus = { code: 13, message: 'An unexpected error occurred.' };

/** A failure with a specific OTLP status. */
class OtlpProblem extends HttpProblem {
  readonly rpcStatus: RpcStatus;

  constructor(status: number, rpcStatus: RpcStatus) {
    super(status, { detail: rpcStatus.message });
    this.rpcStatus = rpcStatus;
  }
}

/** Returns the 404 for a signal that Spanhouse does not store. */
export function signalNotStored({ refusal }: OtherSignal): HttpProblem {
  return new OtlpProblem(404, { code: 12, message: refusal });
}

/** Returns the `google.rpc.Status` of a failure. */
export type ToOtlpStatus = (problem: HttpProblem) => RpcStatus;

/** Creates the conversion of failures to OTLP statuses with gRPC codes; see docs/api/otlp.md. */
export function createToOtlpStatus(limitBytes: number): ToOtlpStatus {
  const statuses: Readonly<Record<number, RpcStatus>> = {
    400: { code: 3, message: 'Failed to parse OTLP stream.' },
    413: { code: 8, message: `OTLP batch size exceeds ${limitBytes / MIB}MB limit.` },
    415: { code: 3, message: `Unsupported Content-Encoding. ${acceptedEncodings}` },
    429: { code: 8, message: notQueued },
    503: { code: 14, message: notQueued },
  };
  return (problem) => {
    if (problem instanceof OtlpProblem) {
      return problem.rpcStatus;
    }
    if (problem instanceof ForeignRequest) {
      return { code: 7, message: problem.detail };
    }
    return rateLimitStatus(problem) ?? statuses[problem.status] ?? internal;
  };
}

/**
 * Returns the status for a refusal by a rate limit. Its message contains the number of seconds to wait; all other 429s
 * have a fixed message.
 */
function rateLimitStatus(problem: HttpProblem): RpcStatus | undefined {
  return isRateLimit(problem) ? { code: 8, message: String(problem.body['detail']) } : undefined;
}

function isRateLimit({ headers }: HttpProblem): boolean {
  return 'x-ratelimit-limit' in headers;
}

/**
 * Returns true if a failure concerns the sender (credentials, permission, rate). Every route returns such a failure as
 * JSON.
 */
export function isAboutSender(problem: HttpProblem): boolean {
  const isDenied = problem.status === 403 && !(problem instanceof ForeignRequest);
  return problem.status === 401 || isDenied || isRateLimit(problem);
}

/** Converts the outcome of an export request without accepted spans to an error response. */
export function toOtlpProblem(
  outcome: Exclude<IngestOtlpOutcome, { status: 'accepted' }>,
): HttpProblem {
  switch (outcome.status) {
    case 'undecodable':
      return badRequest('Failed to parse OTLP stream.');
    case 'too_complex':
      return new OtlpProblem(413, { code: 8, message: outcome.reason });
    default:
      return toProblem(outcome);
  }
}
