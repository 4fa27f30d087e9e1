import { Metadata, status as Status, type StatusObject } from '@grpc/grpc-js';
import { type FailureLog, type HttpProblem, toHttpProblem } from '@spanhouse/service-runtime';
import { encodeRpcStatus, type RpcStatus } from '@spanhouse/span-intake';
import { createToOtlpStatus } from '../http/otlp-status.js';

type GrpcStatus = Pick<StatusObject, 'code' | 'details'> & Partial<StatusObject>;

export type ToGrpcStatus = (error: unknown) => GrpcStatus;

/** Failures as gRPC words them: the same codes and texts as over HTTP. Failures of the server are logged. */
export function createToGrpcStatus(limitBytes: number, failures: FailureLog): ToGrpcStatus {
  const toOtlpStatus = createToOtlpStatus(limitBytes);
  return (error) => {
    const problem = toHttpProblem(error);
    failures.report(problem, { transport: 'grpc' });
    return withRetryInfo(senderStatusOf(problem) ?? toOtlpStatus(problem), problem);
  };
}

const SENDER_CODES: Readonly<Record<number, Status>> = {
  401: Status.UNAUTHENTICATED,
  403: Status.PERMISSION_DENIED,
};

function senderStatusOf(problem: HttpProblem): RpcStatus | undefined {
  const code = SENDER_CODES[problem.status];
  if (code === undefined) return undefined;
  const { detail } = problem.body;
  return { code, message: typeof detail === 'string' ? detail : 'Unauthorized' };
}

/** OTLP clients repeat a RESOURCE_EXHAUSTED only when they are told that and when. */
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
