import type { MethodDefinition } from '@grpc/grpc-js';

/** Full name of the trace service, as the health service reports it. */
export const traceServiceName = 'opentelemetry.proto.collector.trace.v1.TraceService';
/** Path of the only method of the trace service. */
export const exportPath = `/${traceServiceName}/Export`;

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/**
 * Returns the definition of a method that passes messages as bytes. Span-intake decodes and encodes the messages for
 * both HTTP and gRPC.
 */
export function methodAt(path: string): MethodDefinition<Uint8Array, Uint8Array> {
  return {
    path,
    requestStream: false,
    responseStream: false,
    requestSerialize: asBuffer,
    requestDeserialize: asBuffer,
    responseSerialize: asBuffer,
    responseDeserialize: asBuffer,
  };
}

export const traceService = { Export: methodAt(exportPath) };
