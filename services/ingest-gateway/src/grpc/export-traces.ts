import { randomUUID } from 'node:crypto';
import { type handleUnaryCall, Metadata } from '@grpc/grpc-js';
import type { OpenSpan, SelfTracer } from '@spanhouse/service-runtime';
import { encodeExportResponse } from '@spanhouse/span-intake';
import type { IngestOtlp } from '../ingest/ingest-otlp.js';
import { toOtlpProblem } from '../otlp/otlp-status.js';
import type { CallGate } from './call-gate.js';
import type { ToGrpcStatus } from './grpc-status.js';
import { traceServiceName } from './trace-service.js';

/** The use case of OTLP and what gRPC adds to it: the sender of the call and the wording of failures. */
export interface ExportTracesDependencies {
  readonly take: CallGate['take'];
  readonly ingestOtlp: IngestOtlp;
  readonly toGrpcStatus: ToGrpcStatus;
  readonly tracer?: SelfTracer | undefined;
}

/** Creates TraceService/Export: OK once the log has the spans, with the receipt in the trailing metadata. */
export function createExportTraces(
  dependencies: ExportTracesDependencies,
): handleUnaryCall<Buffer, Uint8Array> {
  const { take, ingestOtlp, toGrpcStatus, tracer } = dependencies;

  const ingest = async (body: Buffer, metadata: Metadata) => {
    const { principal, reservation } = take(metadata);
    try {
      const submission = { body, encoding: 'protobuf', principal } as const;
      const outcome = await ingestOtlp({ ...submission, requestId: randomUUID() });
      if (outcome.status !== 'accepted') {
        throw toOtlpProblem(outcome);
      }
      return outcome;
    } finally {
      reservation.release();
    }
  };

  const traced: typeof ingest = async (body, metadata) => {
    if (tracer === undefined) {
      return await ingest(body, metadata);
    }
    return await tracer.begin(operation, (span) => endWith(span, ingest(body, metadata)));
  };

  return ({ request, metadata }, callback) => {
    traced(request, metadata).then(
      ({ dropped, receipt }) => {
        const trailer = new Metadata();
        trailer.set('x-ingest-receipt', receipt);
        callback(null, encodeExportResponse(dropped, 'protobuf'), trailer);
      },
      (error) => callback(toGrpcStatus(error)),
    );
  };
}

const operation = { name: `${traceServiceName}/Export`, kind: 'server' } as const;

/** Ends the span with the work and marks it as failed if the work rejects. */
async function endWith<Result>(span: OpenSpan, work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    span.fail(error instanceof Error ? error.name : 'unknown');
    throw error;
  } finally {
    span.end();
  }
}
