import type { MethodDefinition } from '@grpc/grpc-js';

export const TRACE_SERVICE = 'opentelemetry.proto.collector.trace.v1.TraceService';
export const EXPORT_PATH = `/${TRACE_SERVICE}/Export`;

const asBuffer = (bytes: Uint8Array): Buffer =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);

const exportMethod: MethodDefinition<Uint8Array, Uint8Array> = {
  path: EXPORT_PATH,
  requestStream: false,
  responseStream: false,
  requestSerialize: asBuffer,
  requestDeserialize: asBuffer,
  responseSerialize: asBuffer,
  responseDeserialize: asBuffer,
};

/** Messages stay bytes here: span-intake reads and writes them, for this transport as for HTTP. */
export const traceService = { Export: exportMethod };
