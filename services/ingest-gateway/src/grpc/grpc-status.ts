import { Metadata, status as Status, type StatusObject } from '@grpc/grpc-js';
import { type FailureLog, type HttpProblem, toHttpProblem } from '@spanhouse/api-kit';
import { encodeRpcStatus, type RpcStatus } from '@spanhouse/span-intake';
import type { DropLog } from '../ingest/drop-log.js';
import { createToOtlpStatus } from '../otlp/otlp-status.js';

type GrpcStatus = Pick<StatusObject, 'code' | 'details'> & Partial<StatusObject>;

/** Converts any thrown value to the status of a call. */
export type ToGrpcStatus = (error: unknown) => GrpcStatus;

/**
 * Creates the conversion of failures to gRPC statuses, which have the same codes and messages as over OTLP/HTTP; see
 * docs/api/otlp.md. The conversion also logs server failures and refused requests.
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

/** The gRPC codes for failures that concern the sender. OTLP/HTTP returns these failures as JSON. */
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

/**
 * Returns the message of a failure that concerns the sender. Its `detail` is a string, or an object with `message` and
 * an optional `hint`.
 */
function textOf(detail: unknown): string {
  if (typeof detail !== 'object' || detail === null) {
    return String(detail);
  }
  const { message, hint } = detail as { readonly message?: string; readonly hint?: string };
  return hint === undefined ? String(message) : `${message}. ${hint}`;
}

/**
 * Adds the waiting time to a status. OTLP clients retry after RESOURCE_EXHAUSTED only if the details contain this time.
 */
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
