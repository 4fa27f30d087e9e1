import type { MethodDefinition } from '@grpc/grpc-js';

/** The full name of the service. The health service of gRPC reports it under this name. */
export const traceServiceName = 'opentelemetry.proto.collector.trace.v1.TraceService';
/** The path of the only method, as it is in a request. */
export const exportPath = `/${traceServiceName}/Export`;

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Describes a method that passes messages on as bytes: span-intake reads and writes them, for gRPC as for HTTP. */
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
