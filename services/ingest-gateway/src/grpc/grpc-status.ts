import { Metadata, status as Status, type StatusObject } from '@grpc/grpc-js';
import { type FailureLog, type HttpProblem, toHttpProblem } from '@spanhouse/api-kit';
import { encodeRpcStatus, type RpcStatus } from '@spanhouse/span-intake';
import type { DropLog } from '../ingest/drop-log.js';
import { createToOtlpStatus } from '../otlp/otlp-status.js';

type GrpcStatus = Pick<StatusObject, 'code' | 'details'> & Partial<StatusObject>;

/** Turns any thrown value into the status of a call. */
export type ToGrpcStatus = (error: unknown) => GrpcStatus;

/**
 * Creates the mapping from a failure to a gRPC status, with the codes and texts of OTLP/HTTP; see docs/api/otlp.md.
 * The mapping also logs failures of the server and refused requests.
 */
export function createToGrpcStatus(
  limitBytes: number,
  failures: FailureLog,
  dropLog: Pick<DropLog, 'reportRefused'>,
): ToGrpcStatus {
  const toOtlpStatus = createToOtlpStatus(limitBytes);
  return (error) => {
    const problem = toHttpProblem(error);
    failures.report(problem, { transport: 'grpc' });
    dropLog.reportRefused(problem, { route: 'grpc', userAgent: undefined });
    return withRetryInfo(senderStatusOf(problem) ?? toOtlpStatus(problem), problem);
  };
}

/** Failures that concern the sender have codes of their own in gRPC; OTLP/HTTP answers them in JSON. */
const senderCodes: Readonly<Record<number, Status>> = {
  401: Status.UNAUTHENTICATED,
  403: Status.PERMISSION_DENIED,
};

function senderStatusOf(problem: HttpProblem): RpcStatus | undefined {
  const code = senderCodes[problem.status];
  if (code === undefined) {
    return undefined;
  }
  return { code, message: textOf(problem.body['detail']) };
}

/** The `detail` of a failure that concerns the sender: a text, or an object with `message` and perhaps `hint`. */
function textOf(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) {
    return String(detail);
  }
  const { message, hint } = detail as { readonly message?: string; readonly hint?: string };
  return hint === undefined ? String(message) : `${message}. ${hint}`;
}

/** OTLP clients repeat a RESOURCE_EXHAUSTED only if its details contain the time to wait. */
function withRetryInfo(status: RpcStatus, problem: HttpProblem): GrpcStatus {
  const { code, message: details } = status;
  const retryAfterSeconds = Number(problem.headers['retry-after']);
  if (Number.isNaN(retryAfterSeconds)) {
    return { code, details };
  }
  const metadata = new Metadata();
  const bytes = encodeRpcStatus({ ...status, retryAfterSeconds }, 'protobuf');
  metadata.set('grpc-status-details-bin', Buffer.from(bytes));
  return { code, details, metadata };
}
